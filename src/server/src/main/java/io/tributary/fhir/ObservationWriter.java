package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.fhir.Observation.BooleanResult;
import io.tributary.fhir.Observation.Component;
import io.tributary.fhir.Observation.Concept;
import io.tributary.fhir.Observation.EffectiveDay;
import io.tributary.fhir.Observation.EffectiveDays;
import io.tributary.fhir.Observation.EffectiveInstant;
import io.tributary.fhir.Observation.EffectivePeriod;
import io.tributary.fhir.Observation.PeriodValue;
import io.tributary.fhir.Observation.Quantity;
import io.tributary.fhir.Observation.TextResult;
import io.tributary.fhir.Observation.Value;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes observations as FHIR R4 JSON. */
final class ObservationWriter {
  private final FhirBaseUrl urls;
  private final UUID user;
  private final Map<UUID, String> devices;

  /**
   * @param devices device names by ID
   */
  ObservationWriter(FhirBaseUrl urls, UUID user, Map<UUID, String> devices) {
    this.urls = urls;
    this.user = user;
    this.devices = devices;
  }

  /** Writes the fields; the caller writes the surrounding object. */
  void write(JsonGenerator out, Observation o) throws IOException {
    out.writeStringField("resourceType", "Observation");
    out.writeStringField("id", o.id());
    out.writeObjectFieldStart("meta");
    if (o.updated() != null) {
      out.writeStringField("lastUpdated", FhirJson.time(o.updated(), null));
    }
    out.writeStringField("source", urls.provider(o.provider()));
    out.writeEndObject();
    out.writeStringField("status", "final");
    out.writeArrayFieldStart("category");
    out.writeStartObject();
    out.writeArrayFieldStart("coding");
    coding(out, Category.SYSTEM, o.category().code(), o.category().display());
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
    code(out, o.codes());
    out.writeObjectFieldStart("subject");
    out.writeStringField("reference", "Patient/" + user);
    out.writeEndObject();
    effective(out, o);
    if (o.value() != null) {
      value(out, o.value());
    } else if (o.components().isEmpty()) {
      absent(out);
    }
    if (o.bodySite() != null) {
      concept(out, "bodySite", o.bodySite());
    }
    if (o.method() != null) {
      concept(out, "method", o.method());
    }
    device(out, o);
    components(out, o.components());
  }

  private static void effective(JsonGenerator out, Observation o) throws IOException {
    switch (o.effective()) {
      case EffectiveInstant(var at, var offset) ->
          out.writeStringField("effectiveDateTime", FhirJson.time(at, offset));
      case EffectiveDay(var day) -> out.writeStringField("effectiveDateTime", day.toString());
      case EffectivePeriod(var from, var to, var offset) ->
          period(out, "effectivePeriod", FhirJson.time(from, offset), FhirJson.time(to, offset));
      case EffectiveDays(var first, var last) ->
          period(out, "effectivePeriod", first.toString(), last == null ? null : last.toString());
    }
  }

  private static void period(JsonGenerator out, String field, String start, String end)
      throws IOException {
    out.writeObjectFieldStart(field);
    out.writeStringField("start", start);
    FhirJson.text(out, "end", end);
    out.writeEndObject();
  }

  private void code(JsonGenerator out, List<Coding> codes) throws IOException {
    out.writeObjectFieldStart("code");
    out.writeArrayFieldStart("coding");
    for (Coding c : codes) {
      coding(out, urls.system(c), c.code(), c.display());
    }
    out.writeEndArray();
    out.writeStringField("text", codes.getLast().display());
    out.writeEndObject();
  }

  private static void coding(JsonGenerator out, String system, String code, String display)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("system", system);
    out.writeStringField("code", code);
    out.writeStringField("display", display);
    out.writeEndObject();
  }

  private static void concept(JsonGenerator out, String field, String text) throws IOException {
    if (!text.isBlank()) {
      out.writeObjectFieldStart(field);
      FhirJson.text(out, "text", text);
      out.writeEndObject();
    }
  }

  private static void absent(JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("dataAbsentReason");
    out.writeArrayFieldStart("coding");
    coding(out, "http://terminology.hl7.org/CodeSystem/data-absent-reason", "unknown", "Unknown");
    out.writeEndArray();
    out.writeEndObject();
  }

  private static void value(JsonGenerator out, Value value) throws IOException {
    switch (value) {
      case Quantity(var figure, var unit) -> {
        out.writeObjectFieldStart("valueQuantity");
        FhirJson.number(out, "value", figure);
        out.writeStringField("unit", unit.display());
        out.writeStringField("system", FhirBaseUrl.UCUM);
        out.writeStringField("code", unit.ucum());
        out.writeEndObject();
      }
      case TextResult(var text) -> {
        if (text.isBlank()) {
          absent(out);
        } else {
          FhirJson.text(out, "valueString", text);
        }
      }
      case Concept(var text) -> concept(out, "valueCodeableConcept", text);
      case BooleanResult(var flag) -> out.writeBooleanField("valueBoolean", flag);
      case PeriodValue(var from, var to, var offset) ->
          period(out, "valuePeriod", FhirJson.time(from, offset), FhirJson.time(to, offset));
    }
  }

  private void device(JsonGenerator out, Observation o) throws IOException {
    String name = o.device() == null ? o.deviceName() : devices.get(o.device());
    if (o.device() == null && name == null) {
      return;
    }
    out.writeObjectFieldStart("device");
    if (o.device() != null) {
      out.writeStringField("type", "Device");
      out.writeObjectFieldStart("identifier");
      out.writeStringField("system", urls.deviceIdSystem());
      out.writeStringField("value", o.device().toString());
      out.writeEndObject();
    }
    FhirJson.text(out, "display", name);
    out.writeEndObject();
  }

  private void components(JsonGenerator out, List<Component> components) throws IOException {
    if (components.isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("component");
    for (Component c : components) {
      out.writeStartObject();
      code(out, c.codes());
      value(out, c.value());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
