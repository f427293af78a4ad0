package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Maps the interpretation of a result to HL7 codes. */
final class InterpretationCodes {
  private static final String SYSTEM =
      "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";

  /** HL7 version 3 codes for those laboratory flags (table 0078) that have one. */
  private enum Hl7Interpretation {
    N("N", "Normal"),
    A("A", "Abnormal"),
    AA("AA", "Critical abnormal"),
    H("H", "High"),
    HH("HH", "Critical high"),
    HU("HU", "Significantly high"),
    L("L", "Low"),
    LL("LL", "Critical low"),
    LU("LU", "Significantly low"),
    ABOVE(">", "Off scale high"),
    BELOW("<", "Off scale low"),
    POS("POS", "Positive"),
    NEG("NEG", "Negative"),
    DET("DET", "Detected"),
    ND("ND", "Not detected"),
    RR("RR", "Reactive"),
    WR("WR", "Weakly reactive"),
    NR("NR", "Non-reactive"),
    S("S", "Susceptible"),
    I("I", "Intermediate"),
    R("R", "Resistant"),
    U("U", "Significant change up"),
    D("D", "Significant change down"),
    B("B", "Better"),
    W("W", "Worse");

    private static final Set<Hl7Interpretation> CRITICAL = EnumSet.of(AA, HH, LL);

    private final String code;
    private final String display;

    Hl7Interpretation(String code, String display) {
      this.code = code;
      this.display = display;
    }
  }

  private InterpretationCodes() {}

  static void write(ObjectNode out, JsonNode result) {
    for (Hl7Interpretation mark : codesOf(result)) {
      FhirElements.coding(
          out.withArray("interpretation").addObject().putArray("coding").addObject(),
          new Code(SYSTEM, mark.code),
          mark.display);
    }
  }

  /**
   * Codes of the laboratory's own flags, and of our interpretation where the flags do not cover it.
   */
  private static List<Hl7Interpretation> codesOf(JsonNode result) {
    List<Hl7Interpretation> out = new ArrayList<>();
    for (String flag : result.path("source_interpretation").asText("").split(",")) {
      for (Hl7Interpretation mark : Hl7Interpretation.values()) {
        if (mark.code.equals(flag.strip()) && !out.contains(mark)) {
          out.add(mark);
        }
      }
    }
    boolean above = result.path("is_above_max_range").asBoolean();
    boolean below = result.path("is_below_min_range").asBoolean();
    switch (result.path("interpretation").asText()) {
      case "normal" -> orElse(out, Hl7Interpretation.N);
      case "abnormal" ->
          orElse(
              out, above ? Hl7Interpretation.H : below ? Hl7Interpretation.L : Hl7Interpretation.A);
      case "critical" -> {
        if (out.stream().noneMatch(Hl7Interpretation.CRITICAL::contains)) {
          out.add(
              above ? Hl7Interpretation.HH : below ? Hl7Interpretation.LL : Hl7Interpretation.AA);
        }
      }
      // Unknown flags have no code.
      default -> {}
    }
    return out;
  }

  private static void orElse(List<Hl7Interpretation> out, Hl7Interpretation mark) {
    if (out.isEmpty()) {
      out.add(mark);
    }
  }
}
