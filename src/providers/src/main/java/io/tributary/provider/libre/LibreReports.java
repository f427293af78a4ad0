package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the daily log of the portal: orders a report for a device, waits for it and extracts it
 * from a page. Its days and times are wall-clock values written as UTC.
 */
final class LibreReports {
  private static final int REPORTS_OF_TYPE = 500_000;
  private static final int DAILY_LOG = 5;
  private static final int MILLIGRAMS = 1;
  private static final int MOST_LOOKS = 20;
  private static final Duration MOST_PAUSE = Duration.ofSeconds(2);
  private static final Duration FIRST_OF_MANKIND = Duration.ofHours(14);

  private final ProviderHttp http;
  private final ProviderCalls calls;
  private final ProviderCalls settings;
  private final Function<LibreState, String> folder;

  /**
   * @param rules error mapping of the request for an account's devices
   * @param folder path of an account's settings below the host
   */
  LibreReports(ProviderHttp http, ErrorMapping rules, Function<LibreState, String> folder) {
    this.http = http;
    this.calls = new ProviderCalls(http, LibreErrorMapping.ALL);
    this.settings = new ProviderCalls(http, rules);
    this.folder = folder;
  }

  /** One day of a report, in the format of the API. */
  record Day(LocalDate date, String device, JsonNode log) {}

  private record Device(String id, int type, double latest) {}

  /** Returns the days with readings, of all devices that have any; both days are inclusive. */
  List<Day> read(Account account, LocalDate first, LocalDate last, Instant now) {
    LibreState state = LibreState.of(account.state());
    String host = state.host(account.app());
    JsonNode told =
        settings.send(
            account,
            token -> get(host + folder.apply(state) + "/reportSettings", token),
            Answer::json);
    JsonNode sources = told.path("data").path("dataSources");
    if (!sources.isObject()) {
      throw new ProviderException.Unavailable("reportSettings without dataSources");
    }
    List<Device> devices = devices(sources);
    List<Day> out = new ArrayList<>();
    for (Device device : devices) {
      ObjectNode order = order(device, devices, state, first, last, now);
      for (JsonNode log : report(account, host, order)) {
        LocalDate date = date(log);
        if (date != null && !date.isBefore(first) && !date.isAfter(last)) {
          out.add(new Day(date, device.id(), log));
        }
      }
    }
    return out;
  }

  /** Returns the devices that have data, the one with the latest data first. */
  private static List<Device> devices(JsonNode sources) {
    List<Device> out = new ArrayList<>();
    sources
        .properties()
        .forEach(
            e -> {
              JsonNode days = e.getValue().path("daysData");
              if (e.getValue().path("type").canConvertToInt() && !days.isEmpty()) {
                double latest = Double.MAX_VALUE;
                for (JsonNode d : days) {
                  latest = Math.min(latest, d.asDouble(Double.MAX_VALUE));
                }
                out.add(new Device(e.getKey(), e.getValue().get("type").intValue(), latest));
              }
            });
    out.sort(Comparator.comparingDouble(Device::latest).thenComparing(Device::id));
    return out;
  }

  private static ObjectNode order(
      Device device,
      List<Device> all,
      LibreState state,
      LocalDate first,
      LocalDate last,
      Instant now) {
    long end = last.plusDays(1).toEpochSecond(LocalTime.MIN, ZoneOffset.UTC) - 1;
    ObjectNode out =
        Json.object()
            .put("PrimaryDeviceId", device.id())
            .put("PrimaryDeviceTypeId", device.type())
            .put("PrintReportsWithPatientInformation", false)
            .put("EndDate", Math.min(end, now.plus(FIRST_OF_MANKIND).getEpochSecond()))
            .put("PatientId", state.patient())
            .put("CultureCode", "en-US")
            .put("GlucoseUnits", MILLIGRAMS);
    ArrayNode others = out.putArray("SecondaryDeviceIds");
    all.stream().filter(d -> d != device).forEach(d -> others.add(d.id()));
    out.putArray("ReportIds").add(REPORTS_OF_TYPE + device.type());
    out.putArray("ClientReportIDs").add(DAILY_LOG);
    out.putArray("StartDates").add(first.toEpochSecond(LocalTime.MIN, ZoneOffset.UTC));
    return out;
  }

  private JsonNode report(Account account, String host, ObjectNode order) {
    JsonNode ordered =
        calls.send(
            account,
            token ->
                ProviderRequest.post(host + "/reports")
                    .bearer(LibreTokens.of(token).portal())
                    .json(order),
            Answer::json);
    String channel = named(ordered.path("data").path("url"));
    JsonNode ways = calls.send(account, token -> get(channel, token), Answer::json);
    String page = wait(account, named(ways.path("data").path("lp")));
    Optional<String> ticket = LibreToken.of(ordered.path("ticket")).map(LibreToken::token);
    String before = account.accessToken();
    return calls.send(
        account,
        token ->
            ProviderRequest.get(page)
                .header("Accept", "text/html")
                .query(
                    Map.of(
                        "session",
                        ticket
                            .filter(t -> token.equals(before))
                            .orElseGet(() -> LibreTokens.of(token).portal()))),
        answer ->
            ReportPage.days(
                answer.body() == null ? "" : answer.body().toString(StandardCharsets.UTF_8)));
  }

  /** Polls the channel until it contains the URL of the page. */
  private String wait(Account account, String channel) {
    Duration pause = http.limits().pause();
    for (int i = 0; i < MOST_LOOKS; i++) {
      JsonNode answer = calls.send(account, token -> get(channel, token), Answer::json);
      JsonNode urls = answer.path("args").path("urls");
      JsonNode page = urls.isArray() ? urls.path(DAILY_LOG) : urls.path("" + DAILY_LOG);
      if (page.isTextual()) {
        return named(page);
      }
      http.pause(pause);
      pause = pause.multipliedBy(2).compareTo(MOST_PAUSE) > 0 ? MOST_PAUSE : pause.multipliedBy(2);
    }
    throw new ProviderException.Unavailable("a report that does not come");
  }

  /** Returns the absolute URL of a response; its host is checked when it is called. */
  private static String named(JsonNode address) {
    try {
      return URI.create(address.asText("")).isAbsolute() ? address.textValue() : none();
    } catch (IllegalArgumentException e) {
      return none();
    }
  }

  private static String none() {
    throw new ProviderException.Unavailable("a report without an address");
  }

  private static ProviderRequest get(String url, String token) {
    return ProviderRequest.get(url).bearer(LibreTokens.of(token).portal());
  }

  /** Returns the day of the first reading; null for a day without readings. */
  private static LocalDate date(JsonNode log) {
    List<LibreLog.Point> points = LibreLog.points(log);
    Optional<LocalDate> day =
        points.stream()
            .map(LibreLog.Point::wall)
            .filter(Objects::nonNull)
            .findFirst()
            .map(LocalDateTime::toLocalDate);
    if (day.isEmpty() && !points.isEmpty()) {
      throw new ProviderException.Unavailable("a report whose times cannot be read");
    }
    return day.orElse(null);
  }
}
