package io.tributary.tools.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * Draws values that fit each other: parts make their sum, ratios are those of what they compare.
 */
final class ValueGenerator {
  private final TextStyle look;
  private final boolean female;
  private final Random random;
  private final Map<String, Double> drawn = new HashMap<>();

  ValueGenerator(TextStyle look, boolean female, Random random) {
    this.look = look;
    this.female = female;
    this.random = random;
    for (String panel : look.panels) {
      for (String key : Analytes.panel(panel).keys()) {
        Analyte.Form form = Analytes.of(key).form(look.american);
        if (form.choices().isEmpty()) {
          drawn.putIfAbsent(key, another(form));
        }
      }
    }
    blood();
    differential();
    proteins();
    lipids();
    others();
    subsets();
    gases();
  }

  double of(String key) {
    return drawn.get(key);
  }

  /** A value by itself, as the last time may have been. */
  double another(Analyte.Form form) {
    Analyte.Usual usual = (female ? form.female() : form.male()).orElseThrow();
    double low = usual.hasLow() ? Math.max(usual.low(), usual.from()) : usual.from();
    double high = usual.hasHigh() ? Math.min(usual.high(), usual.to()) : usual.to();
    double x = low + random.nextDouble() * (high - low);
    if (random.nextInt(100) < 24) {
      x = usual.from() + random.nextDouble() * (usual.to() - usual.from());
    } else if (look.critical() && random.nextInt(100) < 5 && usual.hasHigh()) {
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
    return List.of(keys).stream().allMatch(drawn::containsKey);
  }

  private double get(String key) {
    return drawn.get(key);
  }

  /** Rounded as it will be printed; nothing if it is not drawn. */
  private void put(String key, DoubleSupplier value) {
    if (drawn.containsKey(key)) {
      double step = Math.pow(10, -Analytes.of(key).form(look.american).digits());
      drawn.put(key, Math.max(0, Math.round(value.getAsDouble() / step) * step));
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
    put("RBC", () -> get("HGB") * grams / mch);
    put("HCT", () -> mcv * get("RBC") / 1000 / parts);
    put("MCV", () -> get("HCT") * parts * 1000 / get("RBC"));
    put("MCH", () -> get("HGB") * grams / get("RBC"));
    put("MCHC", () -> get("HGB") / (get("HCT") * parts));
  }

  private void differential() {
    String white = drawn.containsKey("WBC") ? "WBC" : "WBCI";
    if (!has(white, "NEUP", "LYMP", "MONP", "EOSP", "BASP")) {
      return;
    }
    double cells = get(white) * (white.equals("WBC") ? 1000 : 1);
    put("NEUP", () -> 100 - get("LYMP") - get("MONP") - get("EOSP") - get("BASP"));
    for (String cell : List.of("NEU", "LYM", "MON", "EOS", "BAS")) {
      put(cell + "A", () -> cells / 1000 * get(cell + "P") / 100);
      put(cell + "C", () -> cells * get(cell + "P") / 100);
    }
  }

  private void subsets() {
    if (has("CD3P", "CD3A", "CD4P", "CD4A", "CD8P", "CD8A")) {
      put("CD3P", () -> get("CD4P") + get("CD8P") + 4);
      double lymphs = get("CD3A") / get("CD3P");
      put("CD4A", () -> lymphs * get("CD4P"));
      put("CD8A", () -> lymphs * get("CD8P"));
      put("CDR", () -> get("CD4P") / get("CD8P"));
    }
    if (has("HBA", "HBA2", "HBF")) {
      put("HBA", () -> 100 - get("HBA2") - get("HBF"));
    }
    if (has("SPTP", "SPALB", "SPA1", "SPA2", "SPB", "SPG")) {
      put("SPTP", () -> get("SPALB") + get("SPA1") + get("SPA2") + get("SPB") + get("SPG"));
    }
  }

  private void gases() {
    if (has("BPH", "PCO2", "AHCO3", "BE")) {
      put("AHCO3", () -> 0.0307 * get("PCO2") * Math.pow(10, get("BPH") - 6.1));
      double excess = 0.93 * (get("AHCO3") - 24.4 + 14.8 * (get("BPH") - 7.4));
      drawn.put("BE", Math.round(excess * 10) / 10.0);
    }
  }

  private void proteins() {
    if (has("TP", "ALB", "GLOB")) {
      put("TP", () -> get("ALB") + get("GLOB"));
      put("AG", () -> get("ALB") / get("GLOB"));
    }
    if (has("TBIL", "DBIL")) {
      put("DBIL", () -> Math.min(get("DBIL"), get("TBIL") * 0.4));
      put("IBIL", () -> (get("TBIL") - get("DBIL")) / (look.american ? 1 : 17.1));
    }
    if (has("FE", "UIBC", "TIBC")) {
      double iron = get("FE") * (look.american ? 1 : 5.585);
      put("TIBC", () -> iron + get("UIBC"));
      put("TSAT", () -> 100 * iron / get("TIBC"));
    }
  }

  private void lipids() {
    if (!has("CHOL", "TRIG", "HDL", "LDL")) {
      return;
    }
    double rest = look.american ? get("TRIG") / 5 : get("TRIG") / 2.2;
    put("VLDL", () -> look.american ? rest : get("TRIG") * 88.57 / 5);
    double very = look.american && has("VLDL") ? get("VLDL") : rest;
    put("CHOL", () -> get("HDL") + get("LDL") + very);
    put("NHDL", () -> get("CHOL") - get("HDL"));
    put("CHR", () -> get("CHOL") / get("HDL"));
    put("LHR", () -> get("LDL") / get("HDL"));
  }

  private void others() {
    if (has("BUN", "CREA", "BUNCR") && look.american) {
      put("BUNCR", () -> get("BUN") / get("CREA"));
    }
    if (has("A1C", "EAG")) {
      double percent = look.american ? get("A1C") : 0.0915 * get("A1C") + 2.15;
      put("EAG", () -> 28.7 * percent - 46.7);
    }
    if (has("UALB", "UCR", "UACR")) {
      put("UACR", () -> 100 * get("UALB") / get("UCR"));
    }
    if (has("UALBM", "UCRM", "ACRM")) {
      put("ACRM", () -> get("UALBM") / get("UCRM"));
    }
    if (has("KAPPA", "LAMBDA", "KLR")) {
      put("KLR", () -> get("KAPPA") / get("LAMBDA"));
    }
  }
}
