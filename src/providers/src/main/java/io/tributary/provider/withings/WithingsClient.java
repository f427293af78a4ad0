package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DayWindows;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import io.tributary.provider.document.Paginator;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads the Withings API with form requests, which contain an action and the names of all fields.
 */
final class WithingsClient implements FeedPuller.Source<WithingsFeed> {
  private static final String ACTIVITY_FIELDS =
      "steps,distance,elevation,soft,moderate,intense,active,calories,totalcalories,"
          + "hr_average,hr_min,hr_max";
  private static final String INTRADAY_FIELDS =
      "steps,distance,calories,heart_rate,duration,spo2_auto";
  private static final String WORKOUT_FIELDS =
      "calories,manual_calories,distance,manual_distance,steps,hr_average,hr_min,hr_max";
  private static final String SLEEP_FIELDS =
      "total_timeinbed,total_sleep_time,lightsleepduration,deepsleepduration,remsleepduration,"
          + "wakeupduration,sleep_latency,sleep_efficiency,hr_average,hr_min,rr_average,"
          + "sleep_score";
  private static final long MAX_SLEEP_SECONDS = 7 * 86_400;

  private final DocCalls calls;

  WithingsClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<WithingsFeed> reading, DocumentKind kind) {
    WithingsDocumentKind own = (WithingsDocumentKind) kind;
    if (!own.isScopeGranted(reading.accountContext())) {
      return;
    }
    switch (own) {
      case MEASURE -> readMeasures(reading);
      case ACTIVITY -> readActivities(reading);
      case INTRADAY -> readIntraday(reading);
      case WORKOUT ->
          readPages(
              reading.account(),
              "/v2/measure",
              form("getworkouts", reading.window(), WORKOUT_FIELDS),
              body -> reading.add(own, Paginator.list("workouts", body, "series")));
      case SLEEP ->
          readPages(
              reading.account(),
              "/v2/sleep",
              form("getsummary", reading.window(), SLEEP_FIELDS),
              body -> reading.add(own, Paginator.list("sleep summaries", body, "series")));
      case STAGES ->
          reading
              .documents()
              .of(WithingsDocumentKind.SLEEP)
              .forEach(sleep -> readStages(reading, sleep));
      case HEART -> readRecordings(reading);
      case SIGNAL ->
          reading
              .documents()
              .of(WithingsDocumentKind.HEART)
              .forEach(heart -> readSignal(reading, heart));
      case DEVICE ->
          reading.add(
              own,
              Paginator.list(
                  "devices",
                  body(reading.account(), "/v2/user", Map.of("action", "getdevice")),
                  "devices"));
    }
  }

  private JsonNode body(Account account, String path, Map<String, String> form) {
    return calls.post(account, path, form).path("body");
  }

  /** Repeats a call with the offset of its response while more data follow. */
  private void readPages(
      Account account, String path, Map<String, String> form, Consumer<JsonNode> page) {
    Paginator.readAll(
        form.get("action"),
        "",
        offset -> {
          Map<String, String> asked = new LinkedHashMap<>(form);
          if (!offset.isEmpty()) {
            asked.put("offset", offset);
          }
          JsonNode body = body(account, path, asked);
          page.accept(body);
          // The flag is true in some responses and 1 in others.
          return Boolean.TRUE.equals(LenientJson.of(body).flag("more"))
              ? Paginator.token(body, "offset")
              : Optional.empty();
        });
  }

  private static Map<String, String> form(String action, Window window, String fields) {
    return Map.of(
        "action",
        action,
        "startdateymd",
        window.first().toString(),
        "enddateymd",
        window.last().toString(),
        "data_fields",
        fields);
  }

  private static Map<String, String> span(String action, DayWindows.InstantRange span) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("action", action);
    form.put("startdate", Long.toString(span.from().getEpochSecond()));
    form.put("enddate", Long.toString(span.to().getEpochSecond()));
    return form;
  }

  /**
   * Reads measures. Days are local, while the call filters by instants; the zone is beside the
   * groups.
   */
  private void readMeasures(FetchContext<WithingsFeed> reading) {
    Map<String, String> form = span("getmeas", DayWindows.inAnyZone(reading.window()));
    form.put("category", "1");
    form.put("meastypes", WithingsMeasures.TYPES);
    readPages(
        reading.account(),
        "/measure",
        form,
        body -> {
          String zone = LenientJson.of(body).text("timezone");
          for (JsonNode group : Paginator.list("measures", body, "measuregrps")) {
            if (group instanceof ObjectNode object && zone != null && !object.has("timezone")) {
              object.put("timezone", zone);
            }
            if (inWindow(reading, LenientJson.of(group), "date")) {
              reading.add(WithingsDocumentKind.MEASURE, group);
            }
          }
        });
  }

  private static boolean inWindow(
      FetchContext<WithingsFeed> reading, LenientJson doc, String field) {
    OffsetInstant at = WithingsTime.stampOrNull(doc, field, reading.accountContext());
    // Documents without a time stay, to be refused by name.
    return at == null
        || !at.date().isBefore(reading.window().first())
            && !at.date().isAfter(reading.window().last());
  }

  /**
   * Reads activities; for the zones of intraday data, the days around the window are read as well.
   */
  private void readActivities(FetchContext<WithingsFeed> reading) {
    Window window = reading.window();
    int around = reading.feed() == WithingsFeed.DAYS ? 1 : 0;
    Window asked =
        new Window(window.first().minusDays(around), window.last().plusDays(around), window.now());
    readPages(
        reading.account(),
        "/v2/measure",
        form("getactivity", asked, ACTIVITY_FIELDS),
        body ->
            reading.add(
                WithingsDocumentKind.ACTIVITY, Paginator.list("activities", body, "activities")));
  }

  /**
   * Reads intraday data. A call covers at most 24 hours, so UTC days around the local ones are
   * read. The results are grouped by local day, so that adjacent windows agree on every minute.
   */
  private void readIntraday(FetchContext<WithingsFeed> reading) {
    Window window = reading.window();
    Map<LocalDate, Set<ZoneId>> zones =
        WithingsTime.zones(reading.documents().of(WithingsDocumentKind.ACTIVITY));
    Map<LocalDate, ObjectNode> days = new TreeMap<>();
    for (LocalDate day = window.first().minusDays(1);
        !day.isAfter(window.last().plusDays(1));
        day = day.plusDays(1)) {
      Instant from = day.atStartOfDay(ZoneOffset.UTC).toInstant();
      if (from.isAfter(window.now())) {
        break;
      }
      Instant to = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      Map<String, String> form = span("getintradayactivity", new DayWindows.InstantRange(from, to));
      form.put("data_fields", INTRADAY_FIELDS);
      JsonNode series = body(reading.account(), "/v2/measure", form).path("series");
      // An empty list stands for an empty object.
      if (!series.isContainerNode()) {
        throw new ProviderException.Unavailable("intraday response without series");
      }
      for (Map.Entry<String, JsonNode> minute : series.properties()) {
        Instant at = WithingsTime.epoch(minute.getKey());
        LocalDate local =
            at == null ? day : WithingsTime.at(at, zones, reading.accountContext()).date();
        if (!local.isBefore(window.first()) && !local.isAfter(window.last())) {
          days.computeIfAbsent(local, d -> Json.object()).set(minute.getKey(), minute.getValue());
        }
      }
    }
    days.forEach(
        (day, series) -> {
          ObjectNode answer = Json.object();
          answer.set("series", series);
          reading.add(WithingsDocumentKind.INTRADAY, day, answer);
        });
  }

  private void readStages(FetchContext<WithingsFeed> reading, LenientJson sleep) {
    String id = sleep.id("id");
    Long from = sleep.wholeNumber("startdate");
    Long to = sleep.wholeNumber("enddate");
    if (id == null || from == null || to == null) {
      return; // Its summary is refused by name.
    }
    if (to <= from || to - from > MAX_SLEEP_SECONDS) {
      return;
    }
    Map<String, String> form =
        span(
            "get",
            new DayWindows.InstantRange(Instant.ofEpochSecond(from), Instant.ofEpochSecond(to)));
    form.put("data_fields", "hr,rr,rmssd");
    JsonNode body = body(reading.account(), "/v2/sleep", form);
    ObjectNode document = Json.object().put("sleep_id", id);
    document.put("startdate", from).put("enddate", to).put("date", sleep.text("date"));
    document.set("series", Paginator.list("sleep stages", body, "series"));
    reading.add(WithingsDocumentKind.STAGES, document);
  }

  private void readRecordings(FetchContext<WithingsFeed> reading) {
    List<LenientJson> found = new ArrayList<>();
    readPages(
        reading.account(),
        "/v2/heart",
        span("list", DayWindows.inAnyZone(reading.window())),
        body ->
            LenientJson.of(Paginator.list("heart records", body, "series"))
                .list()
                .forEach(found::add));
    found.removeIf(d -> !inWindow(reading, d, "timestamp"));
    WithingsHeartPage page = WithingsHeartPage.of(found, reading.cursor());
    page.recordings().forEach(d -> reading.add(WithingsDocumentKind.HEART, d.node()));
    page.next().ifPresent(reading::next);
  }

  private void readSignal(FetchContext<WithingsFeed> reading, LenientJson heart) {
    String id = heart.child("ecg").id("signalid");
    JsonNode body = body(reading.account(), "/v2/heart", Map.of("action", "get", "signalid", id));
    if (!body.path("signal").isArray()) {
      throw new ProviderException.Unavailable("heart record response without signal");
    }
    ObjectNode document = Json.object().put("signalid", id);
    document.put("timestamp", heart.wholeNumber("timestamp"));
    document.set("signal", body.get("signal"));
    document.set("sampling_frequency", body.path("sampling_frequency"));
    reading.add(WithingsDocumentKind.SIGNAL, document);
  }
}
