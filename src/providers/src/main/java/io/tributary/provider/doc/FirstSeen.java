package io.tributary.provider.doc;

import io.tributary.kernel.Json;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.Puller.Account;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The day of a figure of the account that the vendor tells without one, such as a weight: the day
 * on which it was first read. Figure, day and its midnight are kept with the account, so that
 * whatever becomes of a page or of the user's zone, the next one tells the same, and only a new
 * figure is a new measurement.
 *
 * @param at midnight of the day, in the zone that was the user's then
 */
public record FirstSeen(LocalDate day, Instant at) {
  /**
   * @param name of the figure; the account's state has it, {@code <name>_day} and {@code <name>_at}
   * @param value null where there is none: then it is the day of the reading
   */
  public static FirstSeen of(Reading<?> reading, String name, Double value) {
    Account account = reading.account();
    AccountFacts facts = reading.facts();
    FirstSeen today =
        on(reading.window().now().atZone(facts.zone().orElse(ZoneOffset.UTC)).toLocalDate(), facts);
    if (value == null) {
      return today;
    }
    Doc state = Doc.of(account.state());
    LocalDate day = state.day(name + "_day");
    Instant at = state.instant(name + "_at");
    boolean known = day != null && value.equals(state.child(name).number());
    if (known && at != null) {
      return new FirstSeen(day, at);
    }
    FirstSeen seen = known ? on(day, facts) : today;
    account.remember(
        Json.object()
            .put(name, value)
            .put(name + "_day", seen.day().toString())
            .put(name + "_at", seen.at().toString()));
    return seen;
  }

  /**
   * When the figure of a kept document counts; what was kept without it counts from midnight of its
   * day where the user is now. Null without a day.
   */
  public static Instant at(Doc dated, AccountFacts facts) {
    LocalDate day = dated.day(Reading.ASKED_DAY);
    Instant told = dated.instant(Reading.ASKED_AT);
    return day == null || told != null ? told : on(day, facts).at();
  }

  private static FirstSeen on(LocalDate day, AccountFacts facts) {
    return new FirstSeen(day, Stamp.startOf(day, facts.zone()).at());
  }
}
