"""Arrays of structures in random programs of C."""

from __future__ import annotations

from tests.oracle.c_programs.kind import Kind

STRUCTURES = Kind(
    "arrays of structures that functions only read, and that are set to zero",
    (
        "struct bin { int head, n; double w; };",
        "struct shelf { struct bin bins[2]; int all; };",
        "static struct bin bin_hall[4];",
        "static struct shelf shelves[3] = {{{{1, 2, 0}}, 1}};",
        "static int bin_held(const struct bin *b, int n)",
        "{",
        "int s = 0;",
        "for (int i = 0; i < n; i++)",
        "for (int k = 0; k < (b[i].n & 3); k++)",
        "s += b[i].head & 1;",
        "return s;",
        "}",
        "static int bins_held(const struct bin *b, const struct bin *c)",
        "{",
        "return bin_held(b, 2) + (c->n & 3);",
        "}",
        "static int shelf_all(const struct shelf s[], int n)",
        "{",
        "int t = 0;",
        "for (int i = 0; i < n; i++)",
        "t += s[i].all & 3;",
        "return t;",
        "}",
        "static void bins_raised(struct bin *b, int n)",
        "{",
        "for (int i = 0; i < n; i++)",
        "b[i].n = (b[i].n + 1) & 3;",
        "}",
    ),
    (
        "struct bin bin_desk[4], bin_spare[3] = {{0, 1, 0}, {1, 2, 0}};",
        "for (int z = 0; z < 4; z++) bin_desk[z].head = z;",
        "for (int z = 0; z < 4; z++) { bin_desk[z].n = z & 3; bin_desk[z].w = 0; }",
    ),
    (
        *("memset(bin_desk, 0, sizeof bin_desk);", "memset(bin_hall, 0, 4 * sizeof(struct bin));"),
        *("memset(bin_spare, 0, sizeof bin_spare);", "memset(shelves, 0, sizeof shelves);"),
        *(
            "memset(bin_desk, 0, 2 * sizeof *bin_desk);",
            "memset(&bin_hall[1], 0, sizeof bin_hall[1]);",
        ),
        *(
            "bin_desk[{i}].n = {v};",
            "bin_hall[{i}].n = {v};",
            "bin_hall[{i}].head++;",
            "bin_spare[{i} % 3].n = {v};",
        ),
        *("shelves[{i} % 3].all = {v};", "shelves[{i} % 3].bins[{i} & 1].n = {v};"),
        *(
            "bins_raised(bin_desk, 4);",
            "bins_raised(bin_hall + 1, 2);",
            "bins_raised(bin_spare, 3);",
            "bin_desk[{i}] = bin_hall[1];",
        ),
        *(
            "bin_hall[2] = bin_spare[{i} % 3];",
            "acc += bin_held(bin_desk, 4) & 7;",
            "acc += bin_held(bin_hall, 4) & 7;",
        ),
        *(
            "acc += bins_held(bin_spare, bin_desk) & 7;",
            "acc += bins_held(bin_hall, &bin_desk[{i}]) & 7;",
        ),
        *("acc += shelf_all(shelves, 3) & 7;", "acc += bin_held(shelves[1].bins, 2) & 7;"),
    ),
    (
        *(
            "bin_desk[{i}].n",
            "bin_hall[{i}].n",
            "bin_spare[{i} % 3].n",
            "bin_desk[1].head",
            "shelves[1].all",
        ),
        *(
            "shelves[{i} % 3].bins[1].n",
            "bin_held(bin_spare, 3)",
            "bin_held(bin_hall, 2)",
            "shelf_all(shelves, 2)",
        ),
    ),
)
