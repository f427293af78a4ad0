package io.tributary.provider.document;

import io.tributary.core.Json;
import io.tributary.provider.AccountContext;
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
public record FirstObservation(LocalDate day, Instant at) {
  /**
   * @param name of the figure; the account's state has it, {@code <name>_day} and {@code <name>_at}
   * @param value null where there is none: then it is the day of the reading
   */
  public static FirstObservation of(FetchContext<?> reading, String name, Double value) {
    Account account = reading.account();
    AccountContext facts = reading.facts();
    FirstObservation today =
        on(reading.window().now().atZone(facts.zone().orElse(ZoneOffset.UTC)).toLocalDate(), facts);
    if (value == null) {
      return today;
    }
    LenientJson state = LenientJson.of(account.state());
    LocalDate day = state.day(name + "_day");
    Instant at = state.instant(name + "_at");
    boolean known = day != null && value.equals(state.child(name).number());
    if (known && at != null) {
      return new FirstObservation(day, at);
    }
    FirstObservation seen = known ? on(day, facts) : today;
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
  public static Instant at(LenientJson dated, AccountContext facts) {
    LocalDate day = dated.day(FetchContext.ASKED_DAY);
    Instant told = dated.instant(FetchContext.ASKED_AT);
    return day == null || told != null ? told : on(day, facts).at();
  }

  private static FirstObservation on(LocalDate day, AccountContext facts) {
    return new FirstObservation(day, OffsetInstant.startOf(day, facts.zone()).at());
  }
}
