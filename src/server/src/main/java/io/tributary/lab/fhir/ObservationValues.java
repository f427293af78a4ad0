package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.lab.result.trend.TrendUnits;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the value and the reference range of a result. */
final class ObservationValues {
  private static final String NUMBER = "-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)";
  private static final Pattern PLAIN = Pattern.compile(NUMBER);
  private static final Pattern ONE_SIDED = Pattern.compile("([<>]=?)(" + NUMBER + ")");
  private static final Pattern TWO_SIDED = Pattern.compile("(" + NUMBER + ")-(" + NUMBER + ")");

  private ObservationValues() {}

  /**
   * @param codes code system of the laboratory
   */
  static void write(ObjectNode out, JsonNode result, String codes) {
    String text = result.path("result").asText("");
    switch (result.path("type").asText()) {
      case "numeric" -> {
        BigDecimal value =
            PLAIN.matcher(text.strip()).matches()
                ? new BigDecimal(text.strip())
                : result.path("value").decimalValue();
        writeQuantity(out.putObject("valueQuantity"), value, unit(result));
      }
      case "range" -> writeRange(out, text, unit(result));
      case "coded_value" -> writeConcept(out.putObject("valueCodeableConcept"), text, codes);
      // Comments, and any type added later.
      default -> FhirElements.putText(out, "valueString", text);
    }
    FhirElements.addNote(out, notesWithoutValue(result, text));
  }

  private static void writeRange(ObjectNode out, String text, String unit) {
    String bare = text.replace(" ", "");
    Matcher bound = ONE_SIDED.matcher(bare);
    Matcher span = TWO_SIDED.matcher(bare);
    if (bound.matches()) {
      ObjectNode q = out.putObject("valueQuantity");
      writeQuantity(q, new BigDecimal(bound.group(2)), unit);
      q.put("comparator", bound.group(1));
    } else if (span.matches()
        && new BigDecimal(span.group(1)).compareTo(new BigDecimal(span.group(2))) <= 0) {
      ObjectNode both = out.putObject("valueRange");
      writeQuantity(both.putObject("low"), new BigDecimal(span.group(1)), unit);
      writeQuantity(both.putObject("high"), new BigDecimal(span.group(2)), unit);
    } else {
      FhirElements.putText(out, "valueString", text);
    }
  }

  private static void writeConcept(ObjectNode out, String text, String system) {
    ArrayNode codings = out.putArray("coding");
    text.lines()
        .forEach(
            line ->
                FhirElements.codeIfValid(system, line)
                    .ifPresent(c -> FhirElements.coding(codings.addObject(), c, null)));
    if (codings.isEmpty()) {
      out.remove("coding");
    }
    FhirElements.putText(out, "text", text);
  }

  /** Notes without the leading copy of a non-numeric value. */
  private static String notesWithoutValue(JsonNode result, String value) {
    String notes = result.path("notes").asText("");
    return !value.isEmpty() && notes.startsWith(value) ? notes.substring(value.length()) : notes;
  }

  private static String unit(JsonNode result) {
    return result.path("unit").asText("").strip();
  }

  /** Writes a quantity. A unit that UCUM does not define is written as text only. */
  private static void writeQuantity(ObjectNode out, BigDecimal value, String unit) {
    // Keeps trailing zeros (5.10), which express the laboratory's precision.
    out.set("value", DecimalNode.valueOf(value));
    if (!unit.isEmpty()) {
      FhirElements.putText(out, "unit", unit);
      if (TrendUnits.isKnown(unit)) {
        out.put("system", FhirBaseUrl.UCUM).put("code", unit);
      }
    }
  }

  /**
   * Writes the bounds as numbers where the laboratory's text contains them. Only the text shows
   * whether they are inclusive.
   */
  static void writeRange(ObjectNode out, JsonNode result) {
    String text = result.path("reference_range").asText("").strip();
    JsonNode low = result.path("min_range_value");
    JsonNode high = result.path("max_range_value");
    if (text.isEmpty() && !low.isNumber() && !high.isNumber()) {
      return;
    }
    ObjectNode range = out.putArray("referenceRange").addObject();
    if (low.isNumber()) {
      writeQuantity(range.putObject("low"), low.decimalValue(), unit(result));
    }
    if (high.isNumber()) {
      writeQuantity(range.putObject("high"), high.decimalValue(), unit(result));
    }
    FhirElements.putText(range, "text", text);
  }
}
