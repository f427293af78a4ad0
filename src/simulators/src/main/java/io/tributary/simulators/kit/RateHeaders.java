package io.tributary.simulators.kit;

import io.tributary.simulators.kit.RateQuotas.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Rate limit headers of the vendors. Values are seconds unless an epoch is mentioned. */
public enum RateHeaders {
  /** No headers, not even with a 429. */
  BARE,
  /** Retry-After with a 429. */
  RETRY_AFTER,
  /** Retry-After and X-RateLimit-Limit, -Window, -Reset (epoch) and -Tier with a 429. */
  OURA,
  /** Always Fitbit-Rate-Limit-Limit, -Remaining and -Reset; Retry-After with a 429. */
  FITBIT,
  /** Always X-RateLimit-Limit listing all windows, -Remaining and -Reset; no Retry-After. */
  WHOOP,
  /**
   * Always X-RateLimit-Limit and -Usage with two numbers each for the first two limits, and
   * X-ReadRateLimit-Limit and -Usage for the next two; no Retry-After.
   */
  STRAVA,
  /** Always RateLimit-Usage, -Limit and -Reset with one number per window; no Retry-After. */
  POLAR,
  /** Always X-RateLimit-Limit, -Remaining and -Reset with one number per window; no Retry-After. */
  WAHOO;

  /**
   * Returns the headers of one response.
   *
   * @param refused whether the response is a 429
   * @param waitSeconds time to wait after a 429; a tester may set 0
   */
  Map<String, String> of(List<Usage> usages, boolean refused, long waitSeconds, long epochSecond) {
    var headers = new LinkedHashMap<String, String>();
    if (refused && (this == RETRY_AFTER || this == OURA || this == FITBIT)) {
      headers.put("Retry-After", Long.toString(waitSeconds));
    }
    if (usages.isEmpty()) {
      return headers;
    }
    Usage first = usages.getFirst();
    switch (this) {
      case BARE, RETRY_AFTER -> {}
      case OURA -> {
        if (refused) {
          headers.put("X-RateLimit-Limit", Integer.toString(first.allowed()));
          headers.put("X-RateLimit-Window", Long.toString(first.limit().seconds()));
          headers.put("X-RateLimit-Reset", Long.toString(epochSecond + waitSeconds));
          headers.put("X-RateLimit-Tier", "app");
        }
      }
      case FITBIT -> {
        headers.put("Fitbit-Rate-Limit-Limit", Integer.toString(first.allowed()));
        headers.put("Fitbit-Rate-Limit-Remaining", Integer.toString(first.remaining()));
        headers.put(
            "Fitbit-Rate-Limit-Reset", Long.toString(refused ? waitSeconds : first.resetSeconds()));
      }
      case WHOOP -> {
        String windows =
            usages.stream()
                .map(Usage::limit)
                .map(l -> l.amount() + ";window=" + l.seconds())
                .collect(Collectors.joining(", "));
        headers.put("X-RateLimit-Limit", first.allowed() + ", " + windows);
        headers.put("X-RateLimit-Remaining", Integer.toString(first.remaining()));
        headers.put(
            "X-RateLimit-Reset", Long.toString(refused ? waitSeconds : first.resetSeconds()));
      }
      case STRAVA -> {
        pair(headers, "X-RateLimit", usages.subList(0, Math.min(2, usages.size())));
        if (usages.size() > 2) {
          pair(headers, "X-ReadRateLimit", usages.subList(2, usages.size()));
        }
      }
      case POLAR -> {
        headers.put("RateLimit-Usage", list(usages, Usage::used));
        headers.put("RateLimit-Limit", list(usages, Usage::allowed));
        headers.put("RateLimit-Reset", list(usages, Usage::resetSeconds));
      }
      case WAHOO -> {
        headers.put("X-RateLimit-Limit", list(usages, Usage::allowed));
        headers.put("X-RateLimit-Remaining", list(usages, Usage::remaining));
        headers.put("X-RateLimit-Reset", list(usages, Usage::resetSeconds));
      }
    }
    return headers;
  }

  private static void pair(Map<String, String> headers, String name, List<Usage> usages) {
    headers.put(name + "-Limit", comma(usages, u -> Integer.toString(u.allowed())));
    headers.put(name + "-Usage", comma(usages, u -> Integer.toString(u.used())));
  }

  private static String list(List<Usage> usages, ToLongFunction<Usage> number) {
    return comma(usages, u -> Long.toString(number.applyAsLong(u)));
  }

  private static String comma(List<Usage> usages, Function<Usage, String> text) {
    return usages.stream().map(text).collect(Collectors.joining(","));
  }
}
