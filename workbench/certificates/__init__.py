"""Why a polynomial, or what is made of some, is nonnegative on a set: sums of products of constraints and squares."""
