package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.SingleSource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The calls behind each kind of documents. The lists of exercises and nights have no dates: the
 * vendor tells the last four weeks, of which the window's are taken.
 */
final class PolarSource implements SingleSource<PolarFeed> {
  /** Name of what was told of the user's clock, in the account's state. */
  static final String OFFSETS = "offsets";

  private static final String EXERCISES = "/v3/exercises";
  private static final Map<String, String> WITH_SAMPLES = Map.of("samples", "true");

  /** It stands in a path. */
  private static final Pattern ID = Pattern.compile("\\d{1,19}");

  /** As many days as polls read again anyhow. */
  private static final int BEFORE_LINK = 2;

  private final DocCalls calls;

  PolarSource(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(Reading<PolarFeed> reading, DocKind kind) {
    switch ((PolarKind) kind) {
      case EXERCISE -> exercises(reading);
      case NIGHT -> nights(reading);
      case RECHARGE ->
          within(
              list(reading, "/nightly-recharge", Map.of(), "recharges"),
              reading.window(),
              doc -> doc.day("date"),
              d -> reading.add(PolarKind.RECHARGE, d));
      case ACTIVITY -> days(reading, PolarKind.ACTIVITY, "/activities", PolarDays::day);
      case HEART ->
          days(reading, PolarKind.HEART, "/continuous-heart-rate", doc -> doc.day("date"));
      case PHYSICAL -> physical(reading);
      // Told with the weight.
      case FITNESS -> {}
      case USER -> user(reading);
    }
  }

  @Override
  public Optional<Window> fetch(Reading<PolarFeed> reading, Wanted wanted) {
    if (!(wanted instanceof Wanted.One one) || reading.feed() != PolarFeed.HEART) {
      throw new ProviderFault.Rejected("a notice of something that is no exercise");
    }
    if (!PolarKind.EXERCISE.granted(reading.facts())) {
      throw new ProviderFault.ScopeMissing();
    }
    JsonNode exercise = calls.get(reading.account(), EXERCISES + "/" + one.id(), WITH_SAMPLES);
    reading.add(PolarKind.EXERCISE, exercise);
    exercisesTell(reading, List.of(Doc.of(exercise)));
    return Optional.empty();
  }

  /** Those of the window, and where news are looked for those that were uploaded in it. */
  private void exercises(Reading<PolarFeed> reading) {
    Window window = reading.window();
    List<Doc> all =
        calls
            .find(reading.account(), EXERCISES, WITH_SAMPLES)
            .map(answer -> documents("exercises", answer, EXERCISES))
            .orElse(List.of());
    exercisesTell(reading, all);
    for (Doc doc : all) {
      LocalDate day = PolarExercises.day(doc);
      Instant uploaded = doc.instant(PolarNames.in(doc, "upload_time"));
      boolean late =
          window.news()
              && uploaded != null
              && !uploaded.atOffset(ZoneOffset.UTC).toLocalDate().isBefore(window.first());
      if (late || day == null || within(day, window)) {
        reading.add(PolarKind.EXERCISE, doc.node());
      }
    }
  }

  private void exercisesTell(Reading<PolarFeed> reading, List<Doc> exercises) {
    PolarClocks clocks = clocks(reading);
    for (Doc doc : exercises) {
      try {
        clocks.seen(PolarExercises.start(doc, reading.facts()).at(), PolarExercises.offset(doc));
      } catch (IllegalArgumentException e) {
        // Told when it is made a record of.
      }
    }
    remember(reading, clocks);
  }

  private void nights(Reading<PolarFeed> reading) {
    List<Doc> all = list(reading, "/sleep", Map.of(), "nights");
    PolarClocks clocks = clocks(reading);
    for (Doc doc : all) {
      for (String field : List.of("sleep_start_time", "sleep_end_time")) {
        // Only what stands in the document itself: not the user's own zone.
        var stamp = doc.stamp(field, Optional.empty());
        if (stamp != null) {
          clocks.seen(stamp.at(), stamp.offsetSeconds());
        }
      }
    }
    remember(reading, clocks);
    within(all, reading.window(), d -> d.day("date"), d -> reading.add(PolarKind.NIGHT, d));
  }

  /** Days, each with the clock by which its times are read. */
  private void days(
      Reading<PolarFeed> reading, PolarKind kind, String path, Function<Doc, LocalDate> day) {
    Window window = reading.window();
    LocalDate first = first(reading);
    if (first.isAfter(window.last())) {
      return;
    }
    Map<String, String> span = Map.of("from", first.toString(), "to", window.last().toString());
    PolarClocks clocks = clocks(reading);
    within(
        list(reading, path, span, "days"),
        window,
        day,
        node -> {
          LocalDate of = day.apply(Doc.of(node));
          if (of != null && node instanceof ObjectNode object) {
            clocks
                .of(of, reading.facts().zone())
                .ifPresent(zone -> object.put(PolarClocks.FIELD, zone.getId()));
          }
          reading.add(kind, node);
        });
  }

  /** There is no history of days: what was before the link is no news. */
  private static LocalDate first(Reading<PolarFeed> reading) {
    Window window = reading.window();
    Instant linked = reading.account().connectedAt();
    LocalDate known = linked.atOffset(ZoneOffset.UTC).toLocalDate().minusDays(BEFORE_LINK);
    return window.news() && known.isAfter(window.first()) ? known : window.first();
  }

  private void physical(Reading<PolarFeed> reading) {
    calls
        .find(reading.account(), PolarOAuth.USERS + "/physical-info", Map.of())
        .ifPresent(
            answer -> {
              Doc doc = Doc.of(answer);
              reading.add(
                  PolarKind.PHYSICAL,
                  FirstSeen.of(reading, "weight", PolarBody.weight(doc)),
                  answer);
              Double vo2 = PolarBody.vo2(doc);
              if (vo2 != null) {
                reading.add(
                    PolarKind.FITNESS,
                    FirstSeen.of(reading, "vo2_max", vo2),
                    Json.object().put("vo2-max", vo2));
              }
            });
  }

  /** The user; with a weight that is told nowhere else. */
  private void user(Reading<PolarFeed> reading) {
    String linked = reading.account().state().path(PolarOAuth.USER_ID).asText("");
    // Of a grant that was brought from elsewhere nothing is kept but whose it is.
    String id = linked.isEmpty() ? reading.account().externalUserId().orElse("") : linked;
    if (!ID.matcher(id).matches()) {
      return;
    }
    calls
        .find(reading.account(), PolarOAuth.USERS + "/" + id, Map.of())
        .ifPresent(
            answer -> {
              reading.add(PolarKind.USER, answer);
              Double weight = PolarBody.weight(Doc.of(answer));
              if (weight != null && reading.documents().of(PolarKind.PHYSICAL).isEmpty()) {
                reading.add(PolarKind.PHYSICAL, FirstSeen.of(reading, "weight", weight), answer);
              }
            });
  }

  private List<Doc> list(
      Reading<PolarFeed> reading, String path, Map<String, String> query, String what) {
    return calls
        .find(reading.account(), PolarOAuth.USERS + path, query)
        .map(answer -> documents(what, answer, path))
        .orElse(List.of());
  }

  /**
   * The documents of an answer: a list, the only list in an object, or one document with a date. An
   * answer without any is none: an error is not an empty day.
   */
  static List<Doc> documents(String what, JsonNode answer, String path) {
    Doc whole = Doc.of(answer);
    if (answer.isArray()) {
      return whole.list();
    }
    if (whole.day("date") != null || PolarDays.day(whole) != null) {
      return List.of(whole);
    }
    List<Doc> lists = whole.members().values().stream().filter(m -> m.node().isArray()).toList();
    if (lists.size() != 1) {
      throw new ProviderFault.Unavailable(path + " without " + what);
    }
    return lists.getFirst().list();
  }

  private interface Taken {
    void take(JsonNode document);
  }

  /** What tells no day is left to be refused by name. */
  private static void within(
      List<Doc> all, Window window, Function<Doc, LocalDate> day, Taken taken) {
    for (Doc doc : all) {
      LocalDate of = day.apply(doc);
      if (of == null || within(of, window)) {
        taken.take(doc.node());
      }
    }
  }

  private static boolean within(LocalDate day, Window window) {
    return !day.isBefore(window.first()) && !day.isAfter(window.last());
  }

  private static PolarClocks clocks(Reading<PolarFeed> reading) {
    return PolarClocks.of(reading.account().state().path(OFFSETS));
  }

  private static void remember(Reading<PolarFeed> reading, PolarClocks clocks) {
    ArrayNode now = clocks.json();
    if (!now.isEmpty() && !now.equals(reading.account().state().path(OFFSETS))) {
      ObjectNode patch = Json.object();
      patch.set(OFFSETS, now);
      reading.account().remember(patch);
    }
  }
}
