package io.tributary.provider.doc;

import io.tributary.kernel.Json;
import io.tributary.provider.Puller.Account;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The day of a figure of the account that the vendor tells without one, such as a weight: the day
 * on which it was first read. Figure and day are kept with the account, so that whatever becomes of
 * a page, the next one tells the same, and only a new figure is a new measurement.
 */
public final class FirstSeen {
  private FirstSeen() {}

  /**
   * @param name of the figure; the account's state has it and {@code <name>_day}
   * @param value null where there is none: then it is the day of the reading
   */
  public static LocalDate day(Reading<?> reading, String name, Double value) {
    Account account = reading.account();
    LocalDate today =
        reading.window().now().atZone(reading.facts().zone().orElse(ZoneOffset.UTC)).toLocalDate();
    Doc state = Doc.of(account.state());
    LocalDate day = state.day(name + "_day");
    if (value == null || day != null && value.equals(state.child(name).number())) {
      return value == null ? today : day;
    }
    account.remember(Json.object().put(name, value).put(name + "_day", today.toString()));
    return today;
  }
}
