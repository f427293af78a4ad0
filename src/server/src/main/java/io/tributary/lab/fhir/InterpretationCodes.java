package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a result means, in HL7's codes. */
final class InterpretationCodes {
  private static final String SYSTEM =
      "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";

  /** Codes of HL7 version 3, as far as laboratories' flags (table 0078) are among them. */
  private enum Mark {
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

    private static final Set<Mark> CRITICAL = EnumSet.of(AA, HH, LL);

    private final String code;
    private final String display;

    Mark(String code, String display) {
      this.code = code;
      this.display = display;
    }
  }

  private InterpretationCodes() {}

  static void write(ObjectNode out, JsonNode result) {
    for (Mark mark : marks(result)) {
      FhirElements.coding(
          out.withArray("interpretation").addObject().putArray("coding").addObject(),
          new Code(SYSTEM, mark.code),
          mark.display);
    }
  }

  /** The laboratory's own flags, and what we made of them where they do not say it. */
  private static List<Mark> marks(JsonNode result) {
    List<Mark> out = new ArrayList<>();
    for (String flag : result.path("source_interpretation").asText("").split(",")) {
      for (Mark mark : Mark.values()) {
        if (mark.code.equals(flag.strip()) && !out.contains(mark)) {
          out.add(mark);
        }
      }
    }
    boolean above = result.path("is_above_max_range").asBoolean();
    boolean below = result.path("is_below_min_range").asBoolean();
    switch (result.path("interpretation").asText()) {
      case "normal" -> orElse(out, Mark.N);
      case "abnormal" -> orElse(out, above ? Mark.H : below ? Mark.L : Mark.A);
      case "critical" -> {
        if (out.stream().noneMatch(Mark.CRITICAL::contains)) {
          out.add(above ? Mark.HH : below ? Mark.LL : Mark.AA);
        }
      }
      // Unknown: nothing is said.
      default -> {}
    }
    return out;
  }

  private static void orElse(List<Mark> out, Mark mark) {
    if (out.isEmpty()) {
      out.add(mark);
    }
  }
}
