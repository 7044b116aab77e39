"""What is done with a sample beyond one number: curves, calibration, combination, inference. It never imports sympy."""
