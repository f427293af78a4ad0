package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts FHIR elements into our value types; absent elements yield empty values. */
final class ResourceReader {
  private ResourceReader() {}

  static String text(JsonNode node, String field) {
    return node.path(field).asText("").strip();
  }

  /**
   * Reads a CodeableConcept with the laboratory's own code first and LOINC second. A concept
   * without codes uses its text as the code.
   *
   * @param own system of the laboratory's codes; empty accepts any non-LOINC system
   */
  static CodedValue codedValue(JsonNode concept, String own) {
    JsonNode local = null;
    JsonNode loinc = null;
    for (JsonNode c : concept.path("coding")) {
      if (text(c, "code").isEmpty()) {
        continue;
      }
      if (text(c, "system").equals(CodeSystems.LOINC)) {
        loinc = loinc == null ? c : loinc;
      } else if (local == null || !own.isEmpty() && text(c, "system").equals(own)) {
        local = c;
      }
    }
    String words = text(concept, "text");
    if (local == null && loinc == null) {
      return words.isEmpty() ? CodedValue.NONE : CodedValue.of(words, words, "L");
    }
    if (local == null) {
      return CodedValue.of(text(loinc, "code"), displayText(loinc, words), "LN");
    }
    return loinc == null
        ? CodedValue.of(text(local, "code"), displayText(local, words), "L")
        : new CodedValue(
            text(local, "code"),
            displayText(local, words),
            "L",
            text(loinc, "code"),
            text(loinc, "display"),
            "LN");
  }

  private static String displayText(JsonNode coding, String words) {
    return words.isEmpty() ? text(coding, "display") : words;
  }

  /** Returns the text of a concept, or otherwise the display of a code, or otherwise the code. */
  static String conceptText(JsonNode concept) {
    String words = text(concept, "text");
    for (JsonNode c : concept.path("coding")) {
      if (words.isEmpty()) {
        words = text(c, "display").isEmpty() ? text(c, "code") : text(c, "display");
      }
    }
    return words;
  }

  static boolean hasCode(JsonNode concept, String code) {
    for (JsonNode c : concept.path("coding")) {
      if (text(c, "code").equals(code)) {
        return true;
      }
    }
    return false;
  }

  static List<String> notes(JsonNode annotations) {
    List<String> out = new ArrayList<>();
    annotations.forEach(a -> out.addAll(lines(a.path("text").asText(""))));
    return out;
  }

  static List<String> lines(String words) {
    return words.lines().map(String::stripTrailing).filter(l -> !l.isBlank()).toList();
  }

  /** Returns the first non-empty identifier of the given system, or otherwise of the given type. */
  static Optional<String> identifier(JsonNode identifiers, String system, String type) {
    for (JsonNode i : identifiers) {
      boolean ofSystem = !system.isEmpty() && text(i, "system").equals(system);
      if (ofSystem && !text(i, "value").isEmpty()) {
        return Optional.of(text(i, "value"));
      }
    }
    for (JsonNode i : identifiers) {
      if (!type.isEmpty() && hasCode(i.path("type"), type) && !text(i, "value").isEmpty()) {
        return Optional.of(text(i, "value"));
      }
    }
    return Optional.empty();
  }

  /** Returns the first non-empty identifier. */
  static Optional<String> firstIdentifier(JsonNode identifiers) {
    for (JsonNode i : identifiers) {
      if (!text(i, "value").isEmpty()) {
        return Optional.of(text(i, "value"));
      }
    }
    return Optional.empty();
  }

  /** Returns the official name, or otherwise the first one whose use is not {@code old}. */
  static PersonName name(JsonNode names) {
    JsonNode best = null;
    for (JsonNode n : names) {
      String use = text(n, "use");
      if (use.equals("official") || best == null && !use.equals("old")) {
        best = n;
      }
    }
    if (best == null) {
      return PersonName.NONE;
    }
    JsonNode given = best.path("given");
    String middle = given.size() > 1 ? given.get(1).asText("").strip() : "";
    String suffix = best.path("suffix").path(0).asText("").strip();
    String family = text(best, "family");
    if (family.isEmpty() && given.isEmpty()) {
      family = text(best, "text");
    }
    return new PersonName(family, given.path(0).asText("").strip(), middle, suffix);
  }

  static PostalAddress address(JsonNode addresses) {
    JsonNode a = addresses.path(0);
    return new PostalAddress(
        a.path("line").path(0).asText("").strip(),
        a.path("line").path(1).asText("").strip(),
        text(a, "city"),
        text(a, "state"),
        text(a, "postalCode"),
        text(a, "country"));
  }

  /** Parses a FHIR date or time; a date yields its start. Empty if it cannot be parsed. */
  static Optional<Instant> time(String text, ZoneId zone) {
    try {
      return switch (text.length()) {
        case 0 -> Optional.empty();
        case 4 -> Optional.of(startOfDay(LocalDate.of(Integer.parseInt(text), 1, 1), zone));
        case 7 -> Optional.of(startOfDay(YearMonth.parse(text).atDay(1), zone));
        case 10 -> Optional.of(startOfDay(LocalDate.parse(text), zone));
        default -> Optional.of(OffsetDateTime.parse(text).toInstant());
      };
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Instant startOfDay(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant();
  }

  /** Reads a choice element: a dateTime, an instant, or the start of a period. */
  static Optional<Instant> time(JsonNode resource, String field, ZoneId zone) {
    return time(text(resource, field + "DateTime"), zone)
        .or(() -> time(text(resource, field + "Instant"), zone))
        .or(() -> time(text(resource.path(field + "Period"), "start"), zone));
  }

  static Optional<LocalDate> day(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
