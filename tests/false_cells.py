"""False documents of cells whose antiderivative or inverse divides by what is 0 on some samples."""

from tests.false_documents import FALSE

FALSE["an antiderivative divided by what may be 0"] = (
    {
        "format": 1,
        "kind": "equality",
        "statement": "1 == 0",
        "given": [],
        "steps": [
            {
                "line": "0",
                "by": {
                    "uses": [
                        {
                            "document": {
                                "format": 1,
                                "kind": "equality",
                                "statement": "Ec(sqrt(c + indicator(1/2 < AUC))) == "
                                "2/3*((1 + indicator(1/2 < AUC))*sqrt(1 + "
                                "indicator(1/2 < AUC)) - indicator(1/2 < "
                                "AUC)*sqrt(indicator(1/2 < AUC))) + (1 - "
                                "indicator(1/2 < AUC) - indicator(1/2 < "
                                "E1(F0(s))) + 2*indicator(1/2 < "
                                "AUC)*indicator(1/2 < E1(F0(s))))",
                                "given": [],
                                "steps": [
                                    {
                                        "line": "2/3*((1 + indicator(1/2 < "
                                        "AUC))*sqrt(1 + indicator(1/2 < AUC)) "
                                        "- indicator(1/2 < "
                                        "AUC)*sqrt(indicator(1/2 < AUC))) + "
                                        "(1 - indicator(1/2 < AUC) - "
                                        "indicator(1/2 < E1(F0(s))) + "
                                        "2*indicator(1/2 < AUC)*indicator(1/2 "
                                        "< E1(F0(s))))",
                                        "by": {
                                            "uses": [
                                                {
                                                    "integral": "Ec(sqrt(c + indicator(1/2 < AUC)))",
                                                    "cells": [
                                                        {
                                                            "from": "0",
                                                            "to": "1",
                                                            "antiderivative": "((indicator(1/2 "
                                                            "< "
                                                            "AUC)-indicator(1/2 "
                                                            "< "
                                                            "E1(F0(s))))*c "
                                                            "+ "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "AUC) "
                                                            "- "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "AUC)*indicator(1/2 "
                                                            "< "
                                                            "E1(F0(s))))*2/3*sqrt(c "
                                                            "+ "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "AUC))/(indicator(1/2 "
                                                            "< "
                                                            "AUC) "
                                                            "- "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "E1(F0(s))))",
                                                        }
                                                    ],
                                                }
                                            ]
                                        },
                                        "why": "",
                                    }
                                ],
                                "ends": "2/3*((1 + indicator(1/2 < AUC))*sqrt(1 + "
                                "indicator(1/2 < AUC)) - indicator(1/2 < "
                                "AUC)*sqrt(indicator(1/2 < AUC))) + (1 - "
                                "indicator(1/2 < AUC) - indicator(1/2 < "
                                "E1(F0(s))) + 2*indicator(1/2 < "
                                "AUC)*indicator(1/2 < E1(F0(s))))",
                            },
                            "times": "1",
                        },
                        {
                            "document": {
                                "format": 1,
                                "kind": "equality",
                                "statement": "Ec(sqrt(c + indicator(1/2 < AUC))) == "
                                "2/3*((1 + indicator(1/2 < AUC))*sqrt(1 + "
                                "indicator(1/2 < AUC)) - indicator(1/2 < "
                                "AUC)*sqrt(indicator(1/2 < AUC)))",
                                "given": [],
                                "steps": [
                                    {
                                        "line": "2/3*((1 + indicator(1/2 < "
                                        "AUC))*sqrt(1 + indicator(1/2 < AUC)) "
                                        "- indicator(1/2 < "
                                        "AUC)*sqrt(indicator(1/2 < AUC)))",
                                        "by": {
                                            "uses": [
                                                {
                                                    "integral": "Ec(sqrt(c + indicator(1/2 < AUC)))",
                                                    "cells": [
                                                        {
                                                            "from": "0",
                                                            "to": "1",
                                                            "antiderivative": "(c "
                                                            "+ "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "AUC))*2/3*sqrt(c "
                                                            "+ "
                                                            "indicator(1/2 "
                                                            "< "
                                                            "AUC))",
                                                        }
                                                    ],
                                                }
                                            ]
                                        },
                                        "why": "",
                                    }
                                ],
                                "ends": "2/3*((1 + indicator(1/2 < AUC))*sqrt(1 + "
                                "indicator(1/2 < AUC)) - indicator(1/2 < "
                                "AUC)*sqrt(indicator(1/2 < AUC)))",
                            },
                            "times": "-1",
                        },
                        {"definition": "AUC"},
                    ]
                },
                "why": "",
            }
        ],
        "ends": "0",
    },
    "i - j is 0 where AUC is on the same side of 1/2 as itself",
)
FALSE["a multiple of 1 == 0"] = (
    {
        "format": 1,
        "kind": "inequality",
        "statement": "AUC <= 1/2",
        "given": [],
        "steps": [
            {"line": "1/2 - AUC", "by": {"uses": []}, "why": ""},
            {
                "line": "1/2",
                "by": {
                    "uses": [
                        {
                            "document": {
                                "format": 1,
                                "kind": "equality",
                                "statement": "1 == 0",
                                "given": [],
                                "steps": [
                                    {
                                        "line": "0",
                                        "by": {
                                            "uses": [
                                                {
                                                    "document": {
                                                        "format": 1,
                                                        "kind": "equality",
                                                        "statement": "Ec(sqrt(c "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))) "
                                                        "== "
                                                        "2/3*((1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))*sqrt(1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)*sqrt(indicator(1/2 "
                                                        "< "
                                                        "AUC))) "
                                                        "+ "
                                                        "(1 "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "E1(F0(s))) "
                                                        "+ "
                                                        "2*indicator(1/2 "
                                                        "< "
                                                        "AUC)*indicator(1/2 "
                                                        "< "
                                                        "E1(F0(s))))",
                                                        "given": [],
                                                        "steps": [
                                                            {
                                                                "line": "2/3*((1 "
                                                                "+ "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC))*sqrt(1 "
                                                                "+ "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC)) "
                                                                "- "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC)*sqrt(indicator(1/2 "
                                                                "< "
                                                                "AUC))) "
                                                                "+ "
                                                                "(1 "
                                                                "- "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC) "
                                                                "- "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "E1(F0(s))) "
                                                                "+ "
                                                                "2*indicator(1/2 "
                                                                "< "
                                                                "AUC)*indicator(1/2 "
                                                                "< "
                                                                "E1(F0(s))))",
                                                                "by": {
                                                                    "uses": [
                                                                        {
                                                                            "integral": "Ec(sqrt(c "
                                                                            "+ "
                                                                            "indicator(1/2 "
                                                                            "< "
                                                                            "AUC)))",
                                                                            "cells": [
                                                                                {
                                                                                    "from": "0",
                                                                                    "to": "1",
                                                                                    "antiderivative": "((indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC)-indicator(1/2 "
                                                                                    "< "
                                                                                    "E1(F0(s))))*c "
                                                                                    "+ "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC) "
                                                                                    "- "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC)*indicator(1/2 "
                                                                                    "< "
                                                                                    "E1(F0(s))))*2/3*sqrt(c "
                                                                                    "+ "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC))/(indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC) "
                                                                                    "- "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "E1(F0(s))))",
                                                                                }
                                                                            ],
                                                                        }
                                                                    ]
                                                                },
                                                                "why": "",
                                                            }
                                                        ],
                                                        "ends": "2/3*((1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))*sqrt(1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)*sqrt(indicator(1/2 "
                                                        "< "
                                                        "AUC))) "
                                                        "+ (1 - "
                                                        "indicator(1/2 "
                                                        "< AUC) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "E1(F0(s))) "
                                                        "+ "
                                                        "2*indicator(1/2 "
                                                        "< "
                                                        "AUC)*indicator(1/2 "
                                                        "< "
                                                        "E1(F0(s))))",
                                                    },
                                                    "times": "1",
                                                },
                                                {
                                                    "document": {
                                                        "format": 1,
                                                        "kind": "equality",
                                                        "statement": "Ec(sqrt(c "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))) "
                                                        "== "
                                                        "2/3*((1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))*sqrt(1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)*sqrt(indicator(1/2 "
                                                        "< "
                                                        "AUC)))",
                                                        "given": [],
                                                        "steps": [
                                                            {
                                                                "line": "2/3*((1 "
                                                                "+ "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC))*sqrt(1 "
                                                                "+ "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC)) "
                                                                "- "
                                                                "indicator(1/2 "
                                                                "< "
                                                                "AUC)*sqrt(indicator(1/2 "
                                                                "< "
                                                                "AUC)))",
                                                                "by": {
                                                                    "uses": [
                                                                        {
                                                                            "integral": "Ec(sqrt(c "
                                                                            "+ "
                                                                            "indicator(1/2 "
                                                                            "< "
                                                                            "AUC)))",
                                                                            "cells": [
                                                                                {
                                                                                    "from": "0",
                                                                                    "to": "1",
                                                                                    "antiderivative": "(c "
                                                                                    "+ "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC))*2/3*sqrt(c "
                                                                                    "+ "
                                                                                    "indicator(1/2 "
                                                                                    "< "
                                                                                    "AUC))",
                                                                                }
                                                                            ],
                                                                        }
                                                                    ]
                                                                },
                                                                "why": "",
                                                            }
                                                        ],
                                                        "ends": "2/3*((1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC))*sqrt(1 "
                                                        "+ "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)) "
                                                        "- "
                                                        "indicator(1/2 "
                                                        "< "
                                                        "AUC)*sqrt(indicator(1/2 "
                                                        "< "
                                                        "AUC)))",
                                                    },
                                                    "times": "-1",
                                                },
                                                {"definition": "AUC"},
                                            ]
                                        },
                                        "why": "",
                                    }
                                ],
                                "ends": "0",
                            },
                            "times": "AUC",
                        }
                    ]
                },
                "why": "",
            },
            {"line": "1/2", "by": {"sign": "number", "certificate": {"sum": [["1", [], []]]}}, "why": ""},
        ],
        "ends": "1/2",
    },
    "the same, times AUC",
)
FALSE["an inverse divided by what may be 0"] = (
    {
        "format": 1,
        "kind": "equality",
        "statement": "E0(Ec(indicator((1+indicator(1/2 < AUC))*c < s))) == E0(-max(-1-indicator(1/2 < "
        "AUC), -max(0, s)))*(1-indicator(1/2 < AUC)/2)+(1 - indicator(1/2 < AUC) - "
        "indicator(1/2 < E1(F0(s))) + 2*indicator(1/2 < AUC)*indicator(1/2 < E1(F0(s))))",
        "given": [],
        "steps": [
            {
                "line": "E0(-max(-1-indicator(1/2 < AUC), -max(0, s)))*(1-indicator(1/2 < AUC)/2)+(1 - "
                "indicator(1/2 < AUC) - indicator(1/2 < E1(F0(s))) + 2*indicator(1/2 < "
                "AUC)*indicator(1/2 < E1(F0(s))))",
                "by": {
                    "uses": [
                        {
                            "integral": "Ec(indicator((1+indicator(1/2 < AUC))*c < s))",
                            "cells": [
                                {
                                    "from": "0",
                                    "to": "1",
                                    "antiderivative": "c",
                                    "inverse": "y*(indicator(1/2 < AUC)/2 - indicator(1/2 < "
                                    "E1(F0(s))) + indicator(1/2 < "
                                    "AUC)*indicator(1/2 < "
                                    "E1(F0(s)))/2)/(indicator(1/2 < "
                                    "AUC)-indicator(1/2 < E1(F0(s))))",
                                }
                            ],
                        }
                    ]
                },
                "why": "",
            }
        ],
        "ends": "E0(-max(-1-indicator(1/2 < AUC), -max(0, s)))*(1-indicator(1/2 < AUC)/2)+(1 - "
        "indicator(1/2 < AUC) - indicator(1/2 < E1(F0(s))) + 2*indicator(1/2 < AUC)*indicator(1/2 "
        "< E1(F0(s))))",
    },
    "i - j is 0 where AUC is on the same side of 1/2 as itself",
)
FALSE["a derivative divided by what may be 0"] = (
    {
        "format": 1,
        "kind": "equality",
        "statement": "(1-indicator(1/2 < AUC))*(1-indicator(1/2 < BS))/2 == 0",
        "given": [],
        "steps": [
            {
                "line": "0",
                "by": {
                    "uses": [
                        {
                            "document": {
                                "format": 1,
                                "kind": "equality",
                                "statement": "Ec(3/2*indicator(1/2 < "
                                "BS)*sqrt(indicator(1/2 < "
                                "AUC)+indicator(1/2 < BS)*c) + "
                                "(1-indicator(1/2 < AUC))*(1-indicator(1/2 "
                                "< BS))*c) == (indicator(1/2 < "
                                "AUC)+indicator(1/2 < "
                                "BS))*sqrt(indicator(1/2 < "
                                "AUC)+indicator(1/2 < BS)) - indicator(1/2 "
                                "< AUC)*sqrt(indicator(1/2 < AUC))",
                                "given": [],
                                "steps": [
                                    {
                                        "line": "(indicator(1/2 < AUC)+indicator(1/2 "
                                        "< BS))*sqrt(indicator(1/2 < "
                                        "AUC)+indicator(1/2 < BS)) - "
                                        "indicator(1/2 < "
                                        "AUC)*sqrt(indicator(1/2 < AUC))",
                                        "by": {
                                            "uses": [
                                                {
                                                    "integral": "Ec(3/2*indicator(1/2 "
                                                    "< "
                                                    "BS)*sqrt(indicator(1/2 "
                                                    "< "
                                                    "AUC)+indicator(1/2 "
                                                    "< BS)*c) + "
                                                    "(1-indicator(1/2 "
                                                    "< "
                                                    "AUC))*(1-indicator(1/2 "
                                                    "< BS))*c)",
                                                    "cells": [
                                                        {
                                                            "from": "0",
                                                            "to": "1",
                                                            "antiderivative": "(indicator(1/2 "
                                                            "< "
                                                            "AUC)+indicator(1/2 "
                                                            "< "
                                                            "BS)*c)*sqrt(indicator(1/2 "
                                                            "< "
                                                            "AUC)+indicator(1/2 "
                                                            "< "
                                                            "BS)*c)",
                                                        }
                                                    ],
                                                    "times": "-1",
                                                }
                                            ]
                                        },
                                        "why": "",
                                    }
                                ],
                                "ends": "(indicator(1/2 < AUC)+indicator(1/2 < "
                                "BS))*sqrt(indicator(1/2 < AUC)+indicator(1/2 < "
                                "BS)) - indicator(1/2 < AUC)*sqrt(indicator(1/2 "
                                "< AUC))",
                            },
                            "times": "-1",
                        },
                        {
                            "document": {
                                "format": 1,
                                "kind": "equality",
                                "statement": "Ec(3/2*indicator(1/2 < "
                                "BS)*sqrt(indicator(1/2 < "
                                "AUC)+indicator(1/2 < BS)*c)) == "
                                "(indicator(1/2 < AUC)+indicator(1/2 < "
                                "BS))*sqrt(indicator(1/2 < "
                                "AUC)+indicator(1/2 < BS)) - indicator(1/2 "
                                "< AUC)*sqrt(indicator(1/2 < AUC))",
                                "given": [],
                                "steps": [
                                    {
                                        "line": "(indicator(1/2 < AUC)+indicator(1/2 "
                                        "< BS))*sqrt(indicator(1/2 < "
                                        "AUC)+indicator(1/2 < BS)) - "
                                        "indicator(1/2 < "
                                        "AUC)*sqrt(indicator(1/2 < AUC))",
                                        "by": {
                                            "uses": [
                                                {
                                                    "integral": "Ec(3/2*indicator(1/2 "
                                                    "< "
                                                    "BS)*sqrt(indicator(1/2 "
                                                    "< "
                                                    "AUC)+indicator(1/2 "
                                                    "< BS)*c))",
                                                    "cells": [
                                                        {
                                                            "from": "0",
                                                            "to": "1",
                                                            "antiderivative": "(indicator(1/2 "
                                                            "< "
                                                            "AUC)+indicator(1/2 "
                                                            "< "
                                                            "BS)*c)*sqrt(indicator(1/2 "
                                                            "< "
                                                            "AUC)+indicator(1/2 "
                                                            "< "
                                                            "BS)*c)",
                                                        }
                                                    ],
                                                    "times": "-1",
                                                }
                                            ]
                                        },
                                        "why": "",
                                    }
                                ],
                                "ends": "(indicator(1/2 < AUC)+indicator(1/2 < "
                                "BS))*sqrt(indicator(1/2 < AUC)+indicator(1/2 < "
                                "BS)) - indicator(1/2 < AUC)*sqrt(indicator(1/2 "
                                "< AUC))",
                            },
                            "times": "1",
                        },
                    ]
                },
                "why": "",
            }
        ],
        "ends": "0",
    },
    "the base of the power is 0 on the whole cell where both indicators are",
)
