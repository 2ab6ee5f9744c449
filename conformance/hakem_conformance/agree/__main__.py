import sys

from hakem_conformance.agree.main import main

sys.exit(main())
