package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.rawdocument.StoredDocument;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Common parts of the explanations of summaries and samples. */
final class Provenance {
  private final Adapters adapters;
  private final RawDocumentReader rawDocuments;
  private final int maxDocuments;

  /**
   * @param maxDocuments maximum number of documents per explanation
   */
  Provenance(Adapters adapters, RawDocumentReader raws, int most) {
    this.adapters = adapters;
    this.rawDocuments = raws;
    this.maxDocuments = most;
  }

  /** Ingest of a record; channel is null if it was stored before origins were recorded. */
  record RecordedIngest(String channel, String reference, String mapping, String zone, Instant at) {
    ObjectNode view() {
      if (channel == null) {
        return null;
      }
      ObjectNode out =
          Json.object()
              .put("channel", channel)
              .put("reference", reference.isEmpty() ? null : reference)
              .put("mapping", mapping.isEmpty() ? null : mapping);
      out.set("at", Json.tree(at));
      return out;
    }
  }

  /**
   * Context of a record's source documents.
   *
   * @param kept whether the team currently stores documents
   * @param demo whether the connection is a demo connection
   */
  record SourceContext(
      UUID user, String provider, boolean kept, boolean demo, RecordedIngest ingest) {}

  ObjectNode source(Source s) {
    return Json.object()
        .put("provider", s.provider())
        .put("type", s.type().wire())
        .put("app_id", s.appId())
        .put("device_id", s.deviceId() == null ? null : s.deviceId().toString())
        .put("sport", s.sport())
        .put("workout_id", s.workoutId() == null ? null : s.workoutId().toString());
  }

  /** Returns the mapping version that produced the record and whether a newer one exists. */
  ObjectNode mapping(SourceContext g) {
    String current = adapters.of(g.provider(), g.demo()).map(Adapter::mappingVersion).orElse(null);
    String used = g.ingest().channel() == null ? null : g.ingest().mapping();
    return Json.object()
        .put("used", used == null || used.isEmpty() ? null : used)
        .put("current", current)
        .put(
            "outdated",
            used == null || used.isEmpty() || current == null || !isSameMapping(used, current)
                ? null
                : !used.equals(current));
  }

  /**
   * Compares the names without versions: only versions of the same mapping are comparable, and a
   * push uses a different mapping than a pull.
   */
  private static boolean isSameMapping(String used, String current) {
    return name(used).equals(name(current));
  }

  private static String name(String mapping) {
    int slash = mapping.lastIndexOf('/');
    return slash < 0 ? mapping : mapping.substring(0, slash);
  }

  /** Returns the time zone decision and its result. */
  ObjectNode zone(
      SourceContext g, Integer offsetSeconds, String timeZone, LocalDate date, String rule) {
    String decision = g.ingest().channel() == null ? "" : g.ingest().zone();
    return Json.object()
        .put("decision", decision.isEmpty() ? null : decision)
        .put("timezone_offset", offsetSeconds)
        .put("time_zone", timeZone)
        .put("calendar_date", date == null ? null : date.toString())
        .put("calendar_date_rule", rule);
  }

  ObjectNode ofSummary(
      SourceContext g, Resource resource, String providerKey, LocalDate day, boolean data) {
    return records(
        g,
        providerKey,
        g.kept() && providerKey != null
            ? rawDocuments.findForSummary(
                g.user(), g.provider(), resource, providerKey, day, maxDocuments)
            : List.of(),
        data);
  }

  ObjectNode ofSample(SourceContext g, Resource resource, Instant at, LocalDate day, boolean data) {
    return records(
        g,
        null,
        g.kept()
            ? rawDocuments.findForSample(g.user(), g.provider(), resource, at, day, maxDocuments)
            : List.of(),
        data);
  }

  private static ObjectNode records(
      SourceContext g, String providerKey, List<StoredDocument> documents, boolean data) {
    ObjectNode out = Json.object().put("provider_key", providerKey);
    out.put("raw_available", !documents.isEmpty())
        .put("raw_missing_because", documents.isEmpty() ? missingReason(g) : null);
    ArrayNode list = out.putArray("documents");
    for (StoredDocument d : documents) {
      ObjectNode one =
          list.addObject()
              .put("id", d.id().toString())
              .put("kind", d.kind())
              .put("key", d.key())
              .put("role", providerKey != null && !d.record() ? "completes" : "record")
              .put("date", d.day().map(LocalDate::toString).orElse(null));
      one.set("timestamp", Json.tree(d.at().orElse(null)));
      one.set("created_at", Json.tree(d.createdAt()));
      one.set("updated_at", Json.tree(d.updatedAt()));
      one.set("data", data ? Json.parse(d.json()) : null);
    }
    return out;
  }

  private static String missingReason(SourceContext g) {
    if (g.demo()) {
      return "demo data has no provider documents";
    }
    if (!g.kept()) {
      return "the team does not store documents: provider_raw_data is off";
    }
    return switch (g.ingest().channel() == null ? "" : g.ingest().channel()) {
      case "push" -> "it was pushed by a client, not fetched from a provider";
      case "import" -> "it was imported from a file, not fetched from a provider";
      default -> "no document was stored when it arrived";
    };
  }

  /** Returns the general rules followed by those of the mapping. */
  List<String> rules(SourceContext g, Resource resource) {
    List<String> out = new ArrayList<>();
    out.add(
        resource.isSummary()
            ? "a record keeps its id, which is derived from user, provider,"
                + " resource, source type, app and provider key"
            : "a sample is identified by user, resource, provider, source type and timestamp"
                + (resource.hasTypedIdentity() ? " and its type" : ""));
    out.add("the latest version replaces the previous one; identical content changes nothing");
    out.add("sources are never merged");
    adapters
        .of(g.provider(), g.demo())
        .flatMap(Adapter::mapping)
        .ifPresent(m -> out.addAll(m.rules(resource)));
    return out;
  }
}
