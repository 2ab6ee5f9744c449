module hakem/twenty-nine

go 1.21
