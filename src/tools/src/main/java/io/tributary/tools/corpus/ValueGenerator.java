package io.tributary.tools.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * Generates consistent values: parts add up to their sum, and ratios match the values that they
 * compare.
 */
final class ValueGenerator {
  private final TextStyle look;
  private final boolean female;
  private final Random random;
  private final Map<String, Double> values = new HashMap<>();

  ValueGenerator(TextStyle look, boolean female, Random random) {
    this.look = look;
    this.female = female;
    this.random = random;
    for (String panel : look.panels) {
      for (String key : Analytes.panel(panel).keys()) {
        Analyte.ValueFormat form = Analytes.of(key).form(look.american);
        if (form.choices().isEmpty()) {
          values.putIfAbsent(key, independentValue(form));
        }
      }
    }
    blood();
    differential();
    proteins();
    lipids();
    otherRatios();
    subsets();
    gases();
  }

  double of(String key) {
    return values.get(key);
  }

  /** Returns an independent value, such as a previous result. */
  double independentValue(Analyte.ValueFormat form) {
    Analyte.ReferenceInterval usual = (female ? form.female() : form.male()).orElseThrow();
    double low = usual.hasLow() ? Math.max(usual.low(), usual.from()) : usual.from();
    double high = usual.hasHigh() ? Math.min(usual.high(), usual.to()) : usual.to();
    double x = low + random.nextDouble() * (high - low);
    if (random.nextInt(100) < 24) {
      x = usual.from() + random.nextDouble() * (usual.to() - usual.from());
    } else if (look.hasCriticalFlags() && random.nextInt(100) < 5 && usual.hasHigh()) {
      x = usual.high() + (usual.high() - low) * (0.6 + random.nextDouble());
    }
    double step = Math.pow(10, -form.digits());
    x = Math.round(x / step) * step;
    boolean onEdge =
        usual.strict()
            && (Math.abs(x - usual.low()) < step / 2 || Math.abs(x - usual.high()) < step / 2);
    return onEdge ? x + step : x;
  }

  private boolean has(String... keys) {
    return List.of(keys).stream().allMatch(values::containsKey);
  }

  private double get(String key) {
    return values.get(key);
  }

  /** Stores a value rounded as printed; does nothing if the analyte is not on the report. */
  private void putRounded(String key, DoubleSupplier value) {
    if (values.containsKey(key)) {
      double step = Math.pow(10, -Analytes.of(key).form(look.american).digits());
      values.put(key, Math.max(0, Math.round(value.getAsDouble() / step) * step));
    }
  }

  private void blood() {
    if (!has("RBC", "HGB", "HCT", "MCV", "MCH", "MCHC")) {
      return;
    }
    double grams = look.american ? 10 : 1;
    double parts = look.american ? 0.01 : 1;
    double mch = get("MCH");
    double mcv = get("MCV");
    putRounded("RBC", () -> get("HGB") * grams / mch);
    putRounded("HCT", () -> mcv * get("RBC") / 1000 / parts);
    putRounded("MCV", () -> get("HCT") * parts * 1000 / get("RBC"));
    putRounded("MCH", () -> get("HGB") * grams / get("RBC"));
    putRounded("MCHC", () -> get("HGB") / (get("HCT") * parts));
  }

  private void differential() {
    String white = values.containsKey("WBC") ? "WBC" : "WBCI";
    if (!has(white, "NEUP", "LYMP", "MONP", "EOSP", "BASP")) {
      return;
    }
    double cells = get(white) * (white.equals("WBC") ? 1000 : 1);
    putRounded("NEUP", () -> 100 - get("LYMP") - get("MONP") - get("EOSP") - get("BASP"));
    for (String cell : List.of("NEU", "LYM", "MON", "EOS", "BAS")) {
      putRounded(cell + "A", () -> cells / 1000 * get(cell + "P") / 100);
      putRounded(cell + "C", () -> cells * get(cell + "P") / 100);
    }
  }

  private void subsets() {
    if (has("CD3P", "CD3A", "CD4P", "CD4A", "CD8P", "CD8A")) {
      putRounded("CD3P", () -> get("CD4P") + get("CD8P") + 4);
      double lymphs = get("CD3A") / get("CD3P");
      putRounded("CD4A", () -> lymphs * get("CD4P"));
      putRounded("CD8A", () -> lymphs * get("CD8P"));
      putRounded("CDR", () -> get("CD4P") / get("CD8P"));
    }
    if (has("HBA", "HBA2", "HBF")) {
      putRounded("HBA", () -> 100 - get("HBA2") - get("HBF"));
    }
    if (has("SPTP", "SPALB", "SPA1", "SPA2", "SPB", "SPG")) {
      putRounded("SPTP", () -> get("SPALB") + get("SPA1") + get("SPA2") + get("SPB") + get("SPG"));
    }
  }

  private void gases() {
    if (has("BPH", "PCO2", "AHCO3", "BE")) {
      putRounded("AHCO3", () -> 0.0307 * get("PCO2") * Math.pow(10, get("BPH") - 6.1));
      double excess = 0.93 * (get("AHCO3") - 24.4 + 14.8 * (get("BPH") - 7.4));
      values.put("BE", Math.round(excess * 10) / 10.0);
    }
  }

  private void proteins() {
    if (has("TP", "ALB", "GLOB")) {
      putRounded("TP", () -> get("ALB") + get("GLOB"));
      putRounded("AG", () -> get("ALB") / get("GLOB"));
    }
    if (has("TBIL", "DBIL")) {
      putRounded("DBIL", () -> Math.min(get("DBIL"), get("TBIL") * 0.4));
      putRounded("IBIL", () -> (get("TBIL") - get("DBIL")) / (look.american ? 1 : 17.1));
    }
    if (has("FE", "UIBC", "TIBC")) {
      double iron = get("FE") * (look.american ? 1 : 5.585);
      putRounded("TIBC", () -> iron + get("UIBC"));
      putRounded("TSAT", () -> 100 * iron / get("TIBC"));
    }
  }

  private void lipids() {
    if (!has("CHOL", "TRIG", "HDL", "LDL")) {
      return;
    }
    double rest = look.american ? get("TRIG") / 5 : get("TRIG") / 2.2;
    putRounded("VLDL", () -> look.american ? rest : get("TRIG") * 88.57 / 5);
    double very = look.american && has("VLDL") ? get("VLDL") : rest;
    putRounded("CHOL", () -> get("HDL") + get("LDL") + very);
    putRounded("NHDL", () -> get("CHOL") - get("HDL"));
    putRounded("CHR", () -> get("CHOL") / get("HDL"));
    putRounded("LHR", () -> get("LDL") / get("HDL"));
  }

  private void otherRatios() {
    if (has("BUN", "CREA", "BUNCR") && look.american) {
      putRounded("BUNCR", () -> get("BUN") / get("CREA"));
    }
    if (has("A1C", "EAG")) {
      double percent = look.american ? get("A1C") : 0.0915 * get("A1C") + 2.15;
      putRounded("EAG", () -> 28.7 * percent - 46.7);
    }
    if (has("UALB", "UCR", "UACR")) {
      putRounded("UACR", () -> 100 * get("UALB") / get("UCR"));
    }
    if (has("UALBM", "UCRM", "ACRM")) {
      putRounded("ACRM", () -> get("UALBM") / get("UCRM"));
    }
    if (has("KAPPA", "LAMBDA", "KLR")) {
      putRounded("KLR", () -> get("KAPPA") / get("LAMBDA"));
    }
  }
}
