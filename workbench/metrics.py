CATALOGUE = {"BS":type("M",(),{"title":"Brier score"}),"AUC":type("M",(),{"title":"Area under"}),}
