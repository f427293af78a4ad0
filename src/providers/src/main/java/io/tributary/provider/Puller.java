package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.RawDocument;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fetching part of an adapter. Blocks its virtual thread; fails with {@link ProviderException}.
 */
public interface Puller {
  /**
   * Fetches one page of a feed.
   *
   * @param cursor null for the first page of the window, else what the last page of it gave
   */
  Page pull(Account account, Feed feed, Window window, JsonNode cursor);

  /**
   * A range of the provider's calendar days, both inclusive, never longer than the feed's window.
   *
   * @param news whether what is new is looked for, so that something older which came in only now
   *     is wanted too; otherwise these days are
   */
  record Window(LocalDate first, LocalDate last, Instant now, boolean news) {
    /** These days and no others. */
    public Window(LocalDate first, LocalDate last, Instant now) {
      this(first, last, now, false);
    }

    public Window {
      if (first.isAfter(last)) {
        throw new IllegalArgumentException("window: " + first + ".." + last);
      }
    }
  }

  /**
   * What a page holds; {@code next} null when the window is read.
   *
   * @param documents what the batch was made of, put together only for teams that keep them
   */
  record Page(NormalisedBatch batch, JsonNode next, Supplier<List<RawDocument>> documents) {
    /** Of a provider whose documents are not kept. */
    public Page(NormalisedBatch batch, JsonNode next) {
      this(batch, next, List::of);
    }
  }

  /** The connection that is read. */
  interface Account {
    AppCredentials app();

    /** A valid access token, refreshed if need be. */
    String accessToken();

    /** Told by the adapter on 401, so that the next {@link #accessToken} is a refreshed one. */
    void refused(String accessToken);

    /** Waits for leave to make so many calls; every provider call needs it. */
    void beforeCall(int calls);

    /** The calls that leave was taken for have been answered or given up. */
    default void afterCall() {}

    /** Tells the throttle that the provider asked for a pause. */
    void backOff(java.time.Duration pause);

    java.util.UUID userId();

    /** The provider's id of the user; empty where nobody knows it. */
    default Optional<String> externalUserId() {
      return Optional.empty();
    }

    /** When the connection was first made; stable over re-links. */
    Instant connectedAt();

    /** Scopes granted; null when the provider knows none. */
    List<String> scopes();

    /** The user's fallback zone, or null. */
    ZoneId fallbackZone();

    /** The user's fallback birth date, or null. */
    LocalDate fallbackBirthDate();

    /** The user's birth date: of a profile, else the fallback one, or null. */
    default LocalDate birthDate() {
      return fallbackBirthDate();
    }

    /** What the adapter keeps of the account. */
    ObjectNode state();

    /** Keeps more of the account; nothing secret. Fields of {@code patch} take the place of old. */
    void remember(ObjectNode patch);
  }
}
