package io.tributary.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number of calls that a provider allows per time window.
 *
 * @param perUser whether each user has a separate quota; otherwise all users of an application
 *     share it
 * @param aligned whether windows are aligned to midnight UTC; otherwise the window slides
 */
public record ProviderQuota(int calls, Duration per, boolean perUser, boolean aligned) {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,8})/([^/!]+)(!)?(/user)?");
  private static final int MAX_CALLS = 10_000_000;
  private static final Duration DAY = Duration.ofDays(1);

  public ProviderQuota {
    if (calls < 1 || calls > MAX_CALLS) {
      throw new IllegalArgumentException("calls must be 1.." + MAX_CALLS + ", is " + calls);
    }
    if (per.compareTo(Duration.ofSeconds(1)) < 0 || per.compareTo(Duration.ofDays(31)) > 0) {
      throw new IllegalArgumentException("the period must be 1s..31d, is " + per);
    }
    if (aligned && DAY.toMillis() % per.toMillis() != 0) {
      throw new IllegalArgumentException("the period must divide a day evenly, is " + per);
    }
  }

  public ProviderQuota(int calls, Duration per, boolean perUser) {
    this(calls, per, perUser, false);
  }

  /**
   * Returns whether all known quotas are per user, so that a 429 for one user does not concern the
   * others.
   *
   * <p>If the provider also counts per application, a 429 does not show which quota was exceeded.
   */
  public static boolean allPerUser(List<ProviderQuota> quotas) {
    return !quotas.isEmpty() && quotas.stream().allMatch(ProviderQuota::perUser);
  }

  /**
   * Parses {@code 100/15m!,1000/1d!} or {@code 150/1h/user}: {@code !} = aligned, {@code /user} =
   * per user. Empty = unknown.
   */
  static List<ProviderQuota> parse(String text) {
    List<ProviderQuota> out = new ArrayList<>();
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      Matcher m = FORMAT.matcher(part.strip());
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a quota like 5000/5m, 100/15m! or 150/1h/user");
      }
      out.add(
          new ProviderQuota(
              Integer.parseInt(m.group(1)),
              DurationCodec.parse(m.group(2)),
              m.group(4) != null,
              m.group(3) != null));
    }
    return List.copyOf(out);
  }
}
