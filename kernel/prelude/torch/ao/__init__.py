"""What models carry for quantisation as long as they compute with floats."""
