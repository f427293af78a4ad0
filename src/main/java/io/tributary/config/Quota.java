package io.tributary.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls that a provider allows in any time of this length.
 *
 * @param perUser whether each user has them for itself, else all users of an application together
 */
public record Quota(int calls, Duration per, boolean perUser) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,8})/([^/]+)(/user)?");
  private static final int MOST_CALLS = 10_000_000;

  public Quota {
    if (calls < 1 || calls > MOST_CALLS) {
      throw new IllegalArgumentException("calls must be 1.." + MOST_CALLS + ", is " + calls);
    }
    if (per.compareTo(Duration.ofSeconds(1)) < 0 || per.compareTo(Duration.ofDays(31)) > 0) {
      throw new IllegalArgumentException("the time must be 1s..31d, is " + per);
    }
  }

  /** {@code 100/15m,1000/1d} or {@code 150/1h/user}; empty = not known. */
  static List<Quota> parse(String text) {
    List<Quota> out = new ArrayList<>();
    for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
      Matcher m = FORM.matcher(part.strip());
      if (!m.matches()) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a quota like 5000/5m or 150/1h/user");
      }
      out.add(
          new Quota(Integer.parseInt(m.group(1)), Durations.parse(m.group(2)), m.group(3) != null));
    }
    return List.copyOf(out);
  }
}
