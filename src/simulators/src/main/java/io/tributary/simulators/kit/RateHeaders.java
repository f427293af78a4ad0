package io.tributary.simulators.kit;

import io.tributary.simulators.kit.RateQuotas.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** How vendors tell of their quotas. Seconds everywhere, except where an epoch is named. */
public enum RateHeaders {
  /** Nothing at all, not even on a 429. */
  BARE,
  /** Retry-After on a 429. */
  RETRY_AFTER,
  /** On a 429: Retry-After and X-RateLimit-Limit, -Window, -Reset (epoch) and -Tier. */
  OURA,
  /** Always Fitbit-Rate-Limit-Limit, -Remaining and -Reset; Retry-After on a 429. */
  FITBIT,
  /** Always X-RateLimit-Limit with all windows in it, -Remaining and -Reset; no Retry-After. */
  WHOOP,
  /**
   * Always X-RateLimit-Limit and -Usage, two numbers each, of the first two limits, and of the next
   * two as X-ReadRateLimit-Limit and -Usage; no Retry-After.
   */
  STRAVA,
  /** Always RateLimit-Usage, -Limit and -Reset, a number per window; no Retry-After. */
  POLAR,
  /** Always X-RateLimit-Limit, -Remaining and -Reset, a number per window; no Retry-After. */
  WAHOO;

  /**
   * The headers of one answer.
   *
   * @param refused whether it is a 429
   * @param waitSeconds on a 429, how long to wait; a tester may order 0
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
