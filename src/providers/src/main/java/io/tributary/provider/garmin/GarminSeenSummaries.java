package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * State of summaries that grow, because versions and parts arrive in any order.
 *
 * <p>For the last days and nights the account stores how complete the newest version was, so that
 * an older version that arrives late does not overwrite it. It also stores the last 15-minute
 * epochs, because their parts may arrive one by one and are added up.
 */
final class GarminSeenSummaries {
  private static final int MAX_KEYS = 14;
  private static final long EPOCHS_SECONDS = 3600;
  private static final int MAX_EPOCHS = 40;
  private static final String EPOCHS = "recent_epochs";

  private GarminSeenSummaries() {}

  /** Returns the summaries that are not outdated, with stored parts that complete them. */
  static JsonNode currentSummaries(
      GarminDocumentKind kind, FetchContext<GarminFeed> reading, JsonNode told) {
    return switch (kind) {
      case DAILIES, SLEEPS -> dropOutdated(kind, reading, told);
      case EPOCHS -> addStoredParts(reading.account(), told);
      default -> told;
    };
  }

  private static JsonNode dropOutdated(
      GarminDocumentKind kind, FetchContext<GarminFeed> reading, JsonNode told) {
    String field = "seen_" + kind.wire();
    JsonNode before = reading.account().state().path(field);
    Map<String, Long> seen = new TreeMap<>();
    before.properties().forEach(e -> seen.put(e.getKey(), e.getValue().asLong()));
    ArrayNode out = Json.array();
    for (LenientJson doc : LenientJson.of(told).list()) {
      Long stage = completeness(kind, doc);
      var day = GarminTime.day(doc, reading.accountContext());
      if (day == null || stage == null) {
        out.add(doc.node());
        continue;
      }
      String key =
          kind == GarminDocumentKind.DAILIES ? day.toString() : day + " " + doc.id("summaryId");
      if (seen.getOrDefault(key, stage) <= stage) {
        seen.put(key, stage);
        out.add(doc.node());
      }
    }
    ObjectNode now = Json.object();
    seen.entrySet().stream()
        .skip(Math.max(0, seen.size() - MAX_KEYS))
        .forEach(e -> now.put(e.getKey(), e.getValue()));
    if (!Json.text(now).equals(Json.text(sortedFields(before)))) {
      reading.account().updateState(Json.object().set(field, now));
    }
    return out;
  }

  private static Long completeness(GarminDocumentKind kind, LenientJson doc) {
    return kind == GarminDocumentKind.DAILIES
        ? doc.wholeNumber("durationInSeconds")
        : Long.valueOf(GarminSleeps.isTentative(doc) ? 0 : 1);
  }

  /** Sorts the fields, because PostgreSQL stores JSON objects in an order of its own. */
  private static ObjectNode sortedFields(JsonNode object) {
    ObjectNode out = Json.object();
    Map<String, JsonNode> fields = new TreeMap<>();
    object.properties().forEach(e -> fields.put(e.getKey(), e.getValue()));
    fields.forEach((name, value) -> out.put(name, value.asLong()));
    return out;
  }

  private static JsonNode addStoredParts(Account account, JsonNode told) {
    List<LenientJson> fresh = LenientJson.of(told).list();
    List<LenientJson> before = LenientJson.of(account.state().path(EPOCHS)).list();
    Set<Long> starts = new HashSet<>();
    Set<String> replaced = new HashSet<>();
    for (LenientJson doc : fresh) {
      starts.add(GarminTime.startSeconds(doc));
      replaced.add(doc.id("summaryId"));
      replaced.add(partKey(doc));
    }
    List<LenientJson> others =
        before.stream()
            .filter(d -> !replaced.contains(partKey(d)))
            .filter(d -> d.id("summaryId") == null || !replaced.contains(d.id("summaryId")))
            .toList();
    ArrayNode out = Json.array();
    fresh.forEach(d -> out.add(d.node()));
    others.stream()
        .filter(d -> starts.contains(GarminTime.startSeconds(d)))
        .forEach(d -> out.add(d.node()));
    storeRecent(account, before, fresh, others);
    return out;
  }

  /** Returns the key that distinguishes the parts of an epoch. */
  static String partKey(LenientJson doc) {
    return GarminTime.startSeconds(doc)
        + " "
        + doc.text("activityType")
        + " "
        + doc.text("intensity");
  }

  private static void storeRecent(
      Account account,
      List<LenientJson> before,
      List<LenientJson> fresh,
      List<LenientJson> others) {
    List<LenientJson> all = new ArrayList<>(others);
    all.addAll(fresh);
    long newest =
        all.stream()
            .map(GarminTime::startSeconds)
            .filter(s -> s != null)
            .mapToLong(Long::longValue)
            .max()
            .orElse(0);
    List<LenientJson> last =
        all.stream()
            .filter(d -> GarminTime.startSeconds(d) != null)
            .filter(d -> GarminTime.startSeconds(d) > newest - EPOCHS_SECONDS)
            .toList();
    List<LenientJson> kept = last.subList(Math.max(0, last.size() - MAX_EPOCHS), last.size());
    if (!kept.equals(before)) {
      ArrayNode list = Json.array();
      kept.forEach(d -> list.add(d.node()));
      account.updateState(Json.object().set(EPOCHS, list));
    }
  }
}
