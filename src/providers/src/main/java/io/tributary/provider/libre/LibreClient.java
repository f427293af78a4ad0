package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Reads LibreView. Days are wall-clock days.
 *
 * <p>If the account follows itself in the app, a poll reads the app's last half day in one call,
 * and the portal's report a few times a day. Otherwise polls read the report. The first poll of a
 * day and the first one after a pause also read the report, because phones that were offline and
 * readers upload late.
 */
final class LibreClient implements FeedPuller.Source<LibreFeed> {
  private static final System.Logger LOG = System.getLogger(LibreClient.class.getName());

  /** Interval of reports: the app shows twelve hours, so half of them may be missed. */
  private static final Duration REPORT_INTERVAL = Duration.ofHours(6);

  /** Days that the first poll of a day covers: the lifetime of a sensor. */
  static final int LOOK_BACK_DAYS = 14;

  private static final String LAST_REPORT = "reported";

  private final ProviderCalls appCalls;
  private final LibreReports reports;

  private LibreClient(ProviderHttp http, LibreReports reports) {
    this.appCalls = new ProviderCalls(http, LibreClient::faultUnlessNotFollowed);
    this.reports = reports;
  }

  static LibreClient ofPatients(ProviderHttp http) {
    return new LibreClient(http, new LibreReports(http, LibreErrorMapping.INSTANCE, state -> ""));
  }

  /**
   * Returns a client for a practice, where a patient who is no longer found has stopped sharing.
   */
  static LibreClient ofPractice(ProviderHttp http) {
    ErrorMapping rules =
        (answer, usual) ->
            answer.status() == 404
                ? Optional.of(
                    new ProviderException.AccountRevoked(
                        "deregistered_per_provider", "the patient has stopped sharing"))
                : LibreErrorMapping.INSTANCE.toException(answer, usual);
    return new LibreClient(
        http, new LibreReports(http, rules, state -> "/patients/" + state.patient()));
  }

  private static Optional<ProviderException> faultUnlessNotFollowed(
      ProviderResponse answer, Duration usual) {
    return answer.status() == 404
        ? Optional.empty()
        : LibreErrorMapping.INSTANCE.toException(answer, usual);
  }

  @Override
  public void read(FetchContext<LibreFeed> reading, DocumentKind kind) {
    switch ((LibreDocumentKind) kind) {
      case GRAPH -> readGraph(reading);
      case REPORT -> readReport(reading);
    }
  }

  /** Returns whether the window covers new data up to now. */
  private static boolean coversNow(Window window) {
    return window.newData() && !window.last().isBefore(day(window.now()));
  }

  private static LocalDate day(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private void readGraph(FetchContext<LibreFeed> reading) {
    Account account = reading.account();
    LibreState state = LibreState.of(account.state());
    if (reading.cursor() != null
        || !coversNow(reading.window())
        || !state.follows().equals(Optional.of(true))
        || LibreTokens.of(account.accessToken()).follower().isEmpty()) {
      return;
    }
    String url = state.host(account.app()) + "/llu/connections/" + state.patient() + "/graph";
    try {
      JsonNode data =
          appCalls.send(
              account,
              token ->
                  LibreFollowerClient.readRequest(
                      account.app(),
                      url,
                      state.patient(),
                      LibreTokens.of(token).follower().orElse("")),
              answer -> answer.status() == 404 ? Json.object() : answer.json().path("data"));
      if (data.path(LibreNormalizer.POINTS).isArray()
          && state.patient().equals(data.path("connection").path("patientId").asText(""))) {
        reading.add(LibreDocumentKind.GRAPH, withoutPersonalData(data));
      } else {
        account.updateState(LibreState.notFollowing());
      }
    } catch (ProviderException.Rejected refused) {
      // An error of the app, such as an outdated version, is logged only; the portal has the same
      // data.
      LOG.log(
          Level.WARNING,
          "provider=" + account.app().provider() + " follower=" + refused.getMessage());
    }
  }

  /** Returns readings and sensor; names and target ranges of a person are not stored. */
  private static ObjectNode withoutPersonalData(JsonNode data) {
    ObjectNode out = Json.object();
    out.set(LibreNormalizer.POINTS, data.get(LibreNormalizer.POINTS));
    for (String field : List.of(LibreNormalizer.CURRENT, LibreNormalizer.SENSOR)) {
      if (data.path("connection").path(field).isObject()) {
        out.set(field, data.get("connection").get(field));
      }
    }
    return out;
  }

  private void readReport(FetchContext<LibreFeed> reading) {
    JsonNode cursor = reading.cursor();
    if (cursor != null) {
      reading
          .account()
          .updateState(Json.object().put(LAST_REPORT, cursor.path(LAST_REPORT).asText()));
      return;
    }
    Window window = reading.window();
    // The report may be skipped only if the app returned data.
    if (!reading.documents().of(LibreDocumentKind.GRAPH).isEmpty()) {
      Instant before = LenientJson.of(reading.account().state()).instant(LAST_REPORT);
      boolean late = window.first().isBefore(day(window.now()).minusDays(LOOK_BACK_DAYS));
      if (!late && before != null && window.now().isBefore(before.plus(REPORT_INTERVAL))) {
        return;
      }
      // An empty page after this one records the report, once all of this page is stored.
      reading.next(Json.object().put(LAST_REPORT, window.now().toString()));
    }
    for (LibreReports.Day day :
        reports.read(reading.account(), window.first(), window.last(), window.now())) {
      ObjectNode answer = Json.object().put(LibreNormalizer.DEVICE, day.device());
      answer.set(LibreNormalizer.LOG, day.log());
      reading.add(LibreDocumentKind.REPORT, day.date(), answer);
    }
  }
}
