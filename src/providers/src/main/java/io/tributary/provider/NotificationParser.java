package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a provider's pushes are proved and read. Pure: no call, no database, no clock of its own, so
 * that the answer leaves within the vendor's limit.
 */
public interface NotificationParser {
  /** How details of an application that are words of {@link Checked} end. */
  String VERIFY_TOKEN = "verify_token";

  /** These words, each once: a detail may hold several, with commas or spaces. */
  static List<String> verifyTokens(JsonNode details) {
    return details.properties().stream()
        .filter(field -> field.getKey().endsWith(VERIFY_TOKEN))
        .flatMap(field -> Stream.of(field.getValue().asText("").split("[\\s,]+")))
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  Answer receive(Push push);

  /**
   * A request of the provider, or of somebody who pretends to be it.
   *
   * @param app whose address it came to
   * @param hookSecret the secret part of that address; the caller has found the application by it
   * @param pushSecret what the provider said it signs with when it was subscribed to
   * @param now when it came
   */
  record Push(
      AppCredentials app,
      String hookSecret,
      Optional<String> pushSecret,
      String method,
      MultiMap headers,
      MultiMap query,
      Buffer body,
      Instant now) {
    @Override
    public String toString() {
      return "Push[" + app.provider() + ", ***]";
    }
  }

  /** What is answered. */
  sealed interface Answer {}

  /** The provider asks whether the address is ours. */
  record Challenge(int status, String contentType, String body) implements Answer {}

  /**
   * The provider has asked with a word that only the owner of the application was shown: it knows
   * the address, and a team's application that waits for this is set up.
   */
  record Checked(int status, String word) implements Answer {
    @Override
    public String toString() {
      return "Checked[" + status + ", ***]";
    }
  }

  /** Not proved, or not to be understood. */
  record Refuse(int status) implements Answer {}

  /** Proved; the hints are stored before the answer leaves. */
  record Take(int status, List<Hint> hints) implements Answer {
    public Take {
      hints = List.copyOf(hints);
    }
  }

  /** What happened at the provider. */
  enum What {
    /** There is something to read. */
    CHANGED,
    /** The user took the grant back. */
    REVOKED,
    /** The user changed what the grant covers. */
    SCOPES
  }

  /**
   * Something that concerns one account.
   *
   * @param externalUserId the provider's id of the user; an empty one matches nobody
   * @param feeds names of the feeds to read
   * @param wanted what to read of them; empty = what is new
   * @param scopes what the grant covers now
   * @param at when the provider says that it happened; empty where it does not say
   */
  record Hint(
      String externalUserId,
      What what,
      Set<String> feeds,
      Optional<FetchTarget> wanted,
      Optional<List<String>> scopes,
      Optional<Instant> at) {
    public Hint {
      feeds = Set.copyOf(feeds);
      scopes = scopes.map(List::copyOf);
    }

    public static Hint changed(String externalUserId, Set<String> feeds, FetchTarget wanted) {
      return new Hint(
          externalUserId,
          What.CHANGED,
          feeds,
          Optional.ofNullable(wanted),
          Optional.empty(),
          Optional.empty());
    }

    public static Hint revoked(String externalUserId) {
      return new Hint(
          externalUserId,
          What.REVOKED,
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    public static Hint scopes(String externalUserId, List<String> scopes) {
      return new Hint(
          externalUserId,
          What.SCOPES,
          Set.of(),
          Optional.empty(),
          Optional.of(scopes),
          Optional.empty());
    }

    /** The same, told with its moment. */
    public Hint happened(Optional<Instant> moment) {
      return new Hint(externalUserId, what, feeds, wanted, scopes, moment);
    }
  }
}
