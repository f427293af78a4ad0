package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Helpers that build FHIR JSON without nulls and empty elements, which FHIR forbids. */
final class FhirJsonBuilder {
  private FhirJsonBuilder() {}

  /** Sets a field unless the text is blank. */
  static ObjectNode put(ObjectNode node, String field, String text) {
    String clean = clean(text);
    if (!clean.isEmpty()) {
      node.put(field, clean);
    }
    return node;
  }

  /** Sets a field unless the value is empty. */
  static ObjectNode put(ObjectNode node, String field, JsonNode value) {
    if (!value.isEmpty()) {
      node.set(field, value);
    }
    return node;
  }

  /** Appends to a list field and creates the list if necessary; ignores an empty value. */
  static ObjectNode add(ObjectNode node, String field, JsonNode value) {
    if (!value.isEmpty()) {
      node.withArray(field).add(value);
    }
    return node;
  }

  static ObjectNode add(ObjectNode node, String field, String text) {
    String clean = clean(text);
    if (!clean.isEmpty()) {
      node.withArray(field).add(clean);
    }
    return node;
  }

  /** Replaces control characters, which FHIR strings do not allow, and trims whitespace. */
  static String clean(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "\ufffd").strip();
  }

  /** Formats a time with a precision of seconds. */
  static String time(Instant at) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        at.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC));
  }

  static ObjectNode resource(String type) {
    return Json.object().put("resourceType", type);
  }

  static ObjectNode identifier(String system, String value) {
    return put(Json.object().put("system", system), "value", value);
  }

  /** Builds an identifier whose type is a code of HL7 table 0203. */
  static ObjectNode identifier(String type, String system, String value) {
    ObjectNode out = Json.object();
    out.set("type", concept(coding(CodeSystems.IDENTIFIER_TYPE, type, "")));
    return out.setAll(identifier(system, value));
  }

  static ObjectNode coding(String system, String code, String display) {
    ObjectNode out = Json.object();
    put(out, "system", system);
    put(out, "code", code);
    return put(out, "display", display);
  }

  static ObjectNode concept(ObjectNode coding) {
    return add(Json.object(), "coding", coding);
  }

  static ObjectNode text(String words) {
    return put(Json.object(), "text", words);
  }

  static ObjectNode reference(String to) {
    return Json.object().put("reference", to);
  }

  static ObjectNode name(PersonName n) {
    ObjectNode out = Json.object();
    put(out, "family", n.family());
    add(out, "given", n.given());
    add(out, "given", n.middle());
    return add(out, "suffix", n.suffix());
  }

  static ObjectNode address(PostalAddress p) {
    ObjectNode out = Json.object();
    add(out, "line", p.firstLine());
    add(out, "line", p.secondLine());
    put(out, "city", p.city());
    put(out, "state", p.state());
    put(out, "postalCode", p.zip());
    return put(out, "country", p.country());
  }

  static ObjectNode telecom(String kind, String value) {
    return clean(value).isEmpty()
        ? Json.object()
        : put(Json.object().put("system", kind), "value", value);
  }

  static String gender(Sex sex) {
    return switch (sex) {
      case FEMALE -> "female";
      case MALE -> "male";
      case OTHER -> "other";
      case UNKNOWN -> "unknown";
    };
  }
}
