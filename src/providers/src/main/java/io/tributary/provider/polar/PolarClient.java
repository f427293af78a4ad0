package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads the Polar API. The lists of exercises and nights have no date filter: they return the last
 * four weeks, from which the days of the window are selected.
 */
final class PolarClient implements DocumentSource<PolarFeed> {
  /** Key of the observed UTC offsets in the account's state. */
  static final String OFFSETS = "offsets";

  private static final String EXERCISES = "/v3/exercises";
  private static final Map<String, String> WITH_SAMPLES = Map.of("samples", "true");

  /** Format of user IDs, which are part of a path. */
  private static final Pattern ID = Pattern.compile("\\d{1,19}");

  /** Days before the connection that are read, as many as polls read again anyway. */
  private static final int DAYS_BEFORE_CONNECTION = 2;

  private final DocCalls calls;

  PolarClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<PolarFeed> reading, DocumentKind kind) {
    switch ((PolarDocumentKind) kind) {
      case EXERCISE -> readExercises(reading);
      case NIGHT -> readNights(reading);
      case RECHARGE ->
          within(
              list(reading, "/nightly-recharge", Map.of(), "recharges"),
              reading.window(),
              doc -> doc.day("date"),
              d -> reading.add(PolarDocumentKind.RECHARGE, d));
      case ACTIVITY -> readDays(reading, PolarDocumentKind.ACTIVITY, "/activities", PolarDays::day);
      case HEART ->
          readDays(
              reading, PolarDocumentKind.HEART, "/continuous-heart-rate", doc -> doc.day("date"));
      case PHYSICAL -> readPhysical(reading);
      // Read together with the weight.
      case FITNESS -> {}
      case USER -> readUser(reading);
    }
  }

  @Override
  public Optional<Window> fetch(FetchContext<PolarFeed> reading, FetchTarget wanted) {
    if (!(wanted instanceof FetchTarget.SingleDocument one) || reading.feed() != PolarFeed.HEART) {
      throw new ProviderException.Rejected("the notification is not about an exercise");
    }
    if (!PolarDocumentKind.EXERCISE.isGranted(reading.accountContext())) {
      throw new ProviderException.ScopeMissing();
    }
    JsonNode exercise = calls.get(reading.account(), EXERCISES + "/" + one.id(), WITH_SAMPLES);
    reading.add(PolarDocumentKind.EXERCISE, exercise);
    recordOffsets(reading, List.of(LenientJson.of(exercise)));
    return Optional.empty();
  }

  /** Reads the exercises of the window, and in a poll also those that were uploaded in it. */
  private void readExercises(FetchContext<PolarFeed> reading) {
    Window window = reading.window();
    List<LenientJson> all =
        calls
            .find(reading.account(), EXERCISES, WITH_SAMPLES)
            .map(answer -> documents("exercises", answer, EXERCISES))
            .orElse(List.of());
    recordOffsets(reading, all);
    for (LenientJson doc : all) {
      LocalDate day = PolarExercises.day(doc);
      Instant uploaded = doc.instant(PolarFieldNames.in(doc, "upload_time"));
      boolean late =
          window.newData()
              && uploaded != null
              && !uploaded.atOffset(ZoneOffset.UTC).toLocalDate().isBefore(window.first());
      if (late || day == null || within(day, window)) {
        reading.add(PolarDocumentKind.EXERCISE, doc.node());
      }
    }
  }

  private void recordOffsets(FetchContext<PolarFeed> reading, List<LenientJson> exercises) {
    PolarOffsetHistory clocks = storedOffsets(reading);
    for (LenientJson doc : exercises) {
      try {
        clocks.record(
            PolarExercises.start(doc, reading.accountContext()).at(), PolarExercises.offset(doc));
      } catch (IllegalArgumentException e) {
        // The normalizer reports it.
      }
    }
    storeOffsets(reading, clocks);
  }

  private void readNights(FetchContext<PolarFeed> reading) {
    List<LenientJson> all = list(reading, "/sleep", Map.of(), "nights");
    PolarOffsetHistory clocks = storedOffsets(reading);
    for (LenientJson doc : all) {
      for (String field : List.of("sleep_start_time", "sleep_end_time")) {
        // Only the offset in the document counts here, not the user's own zone.
        var stamp = doc.stamp(field, Optional.empty());
        if (stamp != null) {
          clocks.record(stamp.at(), stamp.offsetSeconds());
        }
      }
    }
    storeOffsets(reading, clocks);
    within(all, reading.window(), d -> d.day("date"), d -> reading.add(PolarDocumentKind.NIGHT, d));
  }

  /** Reads days and adds to each the zone in which its times are interpreted. */
  private void readDays(
      FetchContext<PolarFeed> reading,
      PolarDocumentKind kind,
      String path,
      Function<LenientJson, LocalDate> day) {
    Window window = reading.window();
    LocalDate first = firstDay(reading);
    if (first.isAfter(window.last())) {
      return;
    }
    Map<String, String> span = Map.of("from", first.toString(), "to", window.last().toString());
    PolarOffsetHistory clocks = storedOffsets(reading);
    within(
        list(reading, path, span, "days"),
        window,
        day,
        node -> {
          LocalDate of = day.apply(LenientJson.of(node));
          if (of != null && node instanceof ObjectNode object) {
            clocks
                .of(of, reading.accountContext().zone())
                .ifPresent(zone -> object.put(PolarOffsetHistory.FIELD, zone.getId()));
          }
          reading.add(kind, node);
        });
  }

  /** Returns the first day to read; there is no history of days from before the connection. */
  private static LocalDate firstDay(FetchContext<PolarFeed> reading) {
    Window window = reading.window();
    Instant linked = reading.account().connectedAt();
    LocalDate known =
        linked.atOffset(ZoneOffset.UTC).toLocalDate().minusDays(DAYS_BEFORE_CONNECTION);
    return window.newData() && known.isAfter(window.first()) ? known : window.first();
  }

  private void readPhysical(FetchContext<PolarFeed> reading) {
    calls
        .find(reading.account(), PolarOAuth.USERS + "/physical-info", Map.of())
        .ifPresent(
            answer -> {
              LenientJson doc = LenientJson.of(answer);
              reading.add(
                  PolarDocumentKind.PHYSICAL,
                  FirstObservation.of(reading, "weight", PolarBody.weight(doc)),
                  answer);
              Double vo2 = PolarBody.vo2(doc);
              if (vo2 != null) {
                reading.add(
                    PolarDocumentKind.FITNESS,
                    FirstObservation.of(reading, "vo2_max", vo2),
                    Json.object().put("vo2-max", vo2));
              }
            });
  }

  /** Reads the user, with a weight if no other document has one. */
  private void readUser(FetchContext<PolarFeed> reading) {
    String linked = reading.account().state().path(PolarOAuth.USER_ID).asText("");
    // A migrated grant has no state; only the user ID is known.
    String id = linked.isEmpty() ? reading.account().externalUserId().orElse("") : linked;
    if (!ID.matcher(id).matches()) {
      return;
    }
    calls
        .find(reading.account(), PolarOAuth.USERS + "/" + id, Map.of())
        .ifPresent(
            answer -> {
              reading.add(PolarDocumentKind.USER, answer);
              Double weight = PolarBody.weight(LenientJson.of(answer));
              if (weight != null && reading.documents().of(PolarDocumentKind.PHYSICAL).isEmpty()) {
                reading.add(
                    PolarDocumentKind.PHYSICAL,
                    FirstObservation.of(reading, "weight", weight),
                    answer);
              }
            });
  }

  private List<LenientJson> list(
      FetchContext<PolarFeed> reading, String path, Map<String, String> query, String what) {
    return calls
        .find(reading.account(), PolarOAuth.USERS + path, query)
        .map(answer -> documents(what, answer, path))
        .orElse(List.of());
  }

  /**
   * Returns the documents of a response: a list, the only list in an object, or one document with a
   * date. Anything else is rejected, because an error is not an empty day.
   */
  static List<LenientJson> documents(String what, JsonNode answer, String path) {
    LenientJson whole = LenientJson.of(answer);
    if (answer.isArray()) {
      return whole.list();
    }
    if (whole.day("date") != null || PolarDays.day(whole) != null) {
      return List.of(whole);
    }
    List<LenientJson> lists =
        whole.members().values().stream().filter(m -> m.node().isArray()).toList();
    if (lists.size() != 1) {
      throw new ProviderException.Unavailable(path + " without " + what);
    }
    return lists.getFirst().list();
  }

  private interface PolarDocumentSink {
    void accept(JsonNode document);
  }

  /** Selects the documents of the window; those without a day stay, to be refused by name. */
  private static void within(
      List<LenientJson> all,
      Window window,
      Function<LenientJson, LocalDate> day,
      PolarDocumentSink taken) {
    for (LenientJson doc : all) {
      LocalDate of = day.apply(doc);
      if (of == null || within(of, window)) {
        taken.accept(doc.node());
      }
    }
  }

  private static boolean within(LocalDate day, Window window) {
    return !day.isBefore(window.first()) && !day.isAfter(window.last());
  }

  private static PolarOffsetHistory storedOffsets(FetchContext<PolarFeed> reading) {
    return PolarOffsetHistory.of(reading.account().state().path(OFFSETS));
  }

  private static void storeOffsets(FetchContext<PolarFeed> reading, PolarOffsetHistory clocks) {
    ArrayNode now = clocks.json();
    if (!now.isEmpty() && !now.equals(reading.account().state().path(OFFSETS))) {
      ObjectNode patch = Json.object();
      patch.set(OFFSETS, now);
      reading.account().updateState(patch);
    }
  }
}
