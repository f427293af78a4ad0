package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
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
  private static final int REPORT_ID_BASE = 500_000;
  private static final int DAILY_LOG = 5;
  private static final int MILLIGRAMS = 1;
  private static final int MAX_POLLS = 20;
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(2);
  private static final Duration EARLIEST_ZONE_OFFSET = Duration.ofHours(14);

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
    this.calls = new ProviderCalls(http, LibreErrorMapping.INSTANCE);
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
            ProviderResponse::json);
    JsonNode sources = told.path("data").path("dataSources");
    if (!sources.isObject()) {
      throw new ProviderException.Unavailable("reportSettings without dataSources");
    }
    List<Device> devices = devices(sources);
    List<Day> out = new ArrayList<>();
    for (Device device : devices) {
      ObjectNode order = reportOrder(device, devices, state, first, last, now);
      for (JsonNode log : readReport(account, host, order)) {
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

  private static ObjectNode reportOrder(
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
            .put("EndDate", Math.min(end, now.plus(EARLIEST_ZONE_OFFSET).getEpochSecond()))
            .put("PatientId", state.patient())
            .put("CultureCode", "en-US")
            .put("GlucoseUnits", MILLIGRAMS);
    ArrayNode others = out.putArray("SecondaryDeviceIds");
    all.stream().filter(d -> d != device).forEach(d -> others.add(d.id()));
    out.putArray("ReportIds").add(REPORT_ID_BASE + device.type());
    out.putArray("ClientReportIDs").add(DAILY_LOG);
    out.putArray("StartDates").add(first.toEpochSecond(LocalTime.MIN, ZoneOffset.UTC));
    return out;
  }

  private JsonNode readReport(Account account, String host, ObjectNode order) {
    JsonNode ordered =
        calls.send(
            account,
            token ->
                ProviderRequest.post(host + "/reports")
                    .bearer(LibreTokens.of(token).portal())
                    .json(order),
            ProviderResponse::json);
    String channel = absoluteUrl(ordered.path("data").path("url"));
    JsonNode ways = calls.send(account, token -> get(channel, token), ProviderResponse::json);
    String page = awaitPage(account, absoluteUrl(ways.path("data").path("lp")));
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
            LibreReportPage.days(
                answer.body() == null ? "" : answer.body().toString(StandardCharsets.UTF_8)));
  }

  /** Polls the channel until it contains the URL of the page. */
  private String awaitPage(Account account, String channel) {
    Duration pause = http.limits().retryDelay();
    for (int i = 0; i < MAX_POLLS; i++) {
      JsonNode answer = calls.send(account, token -> get(channel, token), ProviderResponse::json);
      JsonNode urls = answer.path("args").path("urls");
      JsonNode page = urls.isArray() ? urls.path(DAILY_LOG) : urls.path("" + DAILY_LOG);
      if (page.isTextual()) {
        return absoluteUrl(page);
      }
      http.sleep(pause);
      pause =
          pause.multipliedBy(2).compareTo(MAX_POLL_INTERVAL) > 0
              ? MAX_POLL_INTERVAL
              : pause.multipliedBy(2);
    }
    throw new ProviderException.Unavailable("the report was not ready in time");
  }

  /** Returns the absolute URL of a response; its host is checked when it is called. */
  private static String absoluteUrl(JsonNode address) {
    try {
      return URI.create(address.asText("")).isAbsolute() ? address.textValue() : missingUrl();
    } catch (IllegalArgumentException e) {
      return missingUrl();
    }
  }

  private static String missingUrl() {
    throw new ProviderException.Unavailable("response without the URL of the report");
  }

  private static ProviderRequest get(String url, String token) {
    return ProviderRequest.get(url).bearer(LibreTokens.of(token).portal());
  }

  /** Returns the day of the first reading; null for a day without readings. */
  private static LocalDate date(JsonNode log) {
    List<LibreDailyLog.Point> points = LibreDailyLog.points(log);
    Optional<LocalDate> day =
        points.stream()
            .map(LibreDailyLog.Point::wall)
            .filter(Objects::nonNull)
            .findFirst()
            .map(LocalDateTime::toLocalDate);
    if (day.isEmpty() && !points.isEmpty()) {
      throw new ProviderException.Unavailable("the times of the report cannot be parsed");
    }
    return day.orElse(null);
  }
}
