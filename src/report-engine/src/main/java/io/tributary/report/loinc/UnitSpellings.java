package io.tributary.report.loinc;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Table of unit spellings, in lower case without spaces. */
final class UnitSpellings {
  private static final Map<String, UcumUnit> ATOMS = new HashMap<>();
  private static final Map<String, UcumUnit> WHOLE_UNITS = new HashMap<>();

  static {
    Object[][] prefixes = {
      {"", 1d},
      {"k", 1e3},
      {"d", 1e-1},
      {"c", 1e-2},
      {"m", 1e-3},
      {"u", 1e-6},
      {"n", 1e-9},
      {"p", 1e-12},
      {"f", 1e-15}
    };
    for (Object[] p : prefixes) {
      String sign = (String) p[0];
      double factor = (double) p[1];
      add(
          sign + "g",
          "M",
          factor,
          sign + "g",
          sign + "gm",
          sign + "gms",
          sign + "gs",
          sign + "gram");
      add(sign + "mol", "N", factor, sign + "mol", sign + "mole", sign + "moles", sign + "mols");
      add(
          sign + "L",
          "V",
          factor,
          sign + "l",
          sign + "lt",
          sign + "ltr",
          sign + "liter",
          sign + "litre");
      add(sign + "[IU]", "A", factor, sign + "iu");
      add(
          sign + "U",
          "A",
          factor,
          sign + "u",
          sign + "units",
          sign + "unit",
          sign + "eu",
          sign + "au");
      add(sign + "kat", "A", factor * 6e7, sign + "kat");
      add(sign + "eq", "N", factor, sign + "eq", sign + "equiv", sign + "val");
      add(sign + "osm", "O", factor, sign + "osm", sign + "osmol");
      add(sign + "m", "L", factor, sign + "m");
    }
    add("ug", "M", 1e-6, "mcg", "ugm", "microgram", "micrograms", "mcgm", "mkg");
    add("mg", "M", 1e-3, "mgs", "milligram");
    add("umol", "N", 1e-6, "mcmol", "micromol", "umo1", "mcmole");
    add(
        "uL", "V", 1e-6, "mcl", "mm3", "mm^3", "mm*3", "cumm", "cu.mm", "cmm", "c.mm", "cu.mm.",
        "cubmm");
    add("mL", "V", 1e-3, "cc", "mls");
    add("dL", "V", 0.1, "100ml");
    add(
        "fL",
        "V",
        1e-15,
        "um3",
        "um^3",
        "um*3",
        "cumicron",
        "cu.microns",
        "cubicmicrons",
        "cu.mic");
    add("u[IU]", "A", 1e-6, "mciu", "uiu");
    add("uU", "A", 1e-6, "mcu", "mcunits", "uu");
    add("s", "T", 1, "s", "sec", "secs", "second", "seconds", "sec.");
    add("min", "T", 60, "min", "mins", "minute", "minutes", "mn");
    add("h", "T", 3600, "h", "hr", "hrs", "hour", "hours", "1hr", "1sthour", "1h", "1sthr");
    add(
        "(24.h)",
        "T",
        86400,
        "24h",
        "24hr",
        "24hrs",
        "24hours",
        "24hour",
        "day",
        "d",
        "24.h",
        "(24.h)",
        "24hurine");
    add("mm[Hg]", "R", 133.322, "mmhg", "mm[hg]", "torr");
    add("kPa", "R", 1000, "kpa");
    add(
        "%",
        "P",
        0.01,
        "%",
        "percent",
        "pct",
        "%(v/v)",
        "%hb",
        "%oftotal",
        "%wbc",
        "%oftotalhb",
        "vol%");
    add("[pH]", "H", 1, "ph", "[ph]", "phunits", "phunit");
    add("g{Hb}", "M", 1, "g{hb}", "ghb", "gmhb", "ghgb");
    whole("mg/dL", "M/V", 1e-2, "mg%", "mgs%", "mg/100ml", "mgm%");
    whole("g/dL", "M/V", 10, "g%", "gm%", "gms%", "gm/100ml");
    whole("ug/dL", "M/V", 1e-5, "ug%", "mcg%");
    whole("{ratio}", "1", 1, "ratio", "{ratio}", ":1", "units:ratio");
    whole("{INR}", "1", 1, "inr", "{inr}");
    whole("{index}", "1", 1, "index", "{index}", "indexvalue", "ai", "s/co", "sco", "coi", "iv");
    whole("{titer}", "X", 1, "titer", "titre", "{titer}");
    whole("{specific_gravity}", "1", 1, "{specific_gravity}", "sg", "spgr");
    whole(
        "mm/h",
        "L/T",
        1e-3 / 3600,
        "mm/1sthr",
        "mm/1hr",
        "mmhr",
        "mminhr",
        "mmin1hr",
        "mmin1sthr",
        "mm1sthr",
        "mm/1sthour");
    whole("10*6/uL", "C/V", 1e12, "x10*6/mm3", "10^6/cumm");
    whole("ug/mL{FEU}", "M/V", 1e-3, "ug/mlfeu", "mcg/mlfeu", "ugfeu/ml", "mg/lfeu", "mcgfeu/ml");
    whole("ng/mL{FEU}", "M/V", 1e-6, "ng/mlfeu", "ngfeu/ml");
    whole("ng/mL{DDU}", "M/V", 1e-6, "ng/mlddu", "ngddu/ml", "ng/mld-du");
    whole("ng/mL/h", "M/V/T", 1e-6 / 3600, "ng/ml/hr", "ng/ml/h");
    whole(
        "mosm/kg", "O/M", 1, "mosm/kg", "mosmol/kg", "mosm/kgh2o", "mosmol/kgh2o", "mosm/kgwater");
    whole("U/L", "A/V", 1, "u/l", "u/lt", "units/l", "u/litre", "iu/lu");
    whole("/100{WBCs}", "P", 0.01, "/100{wbcs}", "/100wbc", "/100wbcs", "per100wbc");
    whole("{copies}/mL", "C/V", 1e3, "{copies}/ml");
    whole("U/g{Hb}", "A/M", 1, "u/g{hb}", "u/ghb", "u/gmhb", "u/ghgb");
    whole("%", "P", 0.01, "%(calc)", "%saturation", "%sat");
  }

  private UnitSpellings() {}

  private static void add(String code, String kind, double factor, String... words) {
    for (String w : words) {
      ATOMS.putIfAbsent(w, new UcumUnit(code, kind, factor));
    }
  }

  private static void whole(String code, String kind, double factor, String... words) {
    for (String w : words) {
      WHOLE_UNITS.putIfAbsent(w, new UcumUnit(code, kind, factor));
    }
  }

  static Optional<UcumUnit> whole(String text) {
    return Optional.ofNullable(WHOLE_UNITS.get(text));
  }

  static Optional<UcumUnit> findAtom(String text) {
    return Optional.ofNullable(ATOMS.get(text));
  }
}
