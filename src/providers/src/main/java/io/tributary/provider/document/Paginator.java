package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Reads paginated lists to their end. */
public final class Paginator {
  /** Limit that no real window reaches; it stops a provider whose pagination never ends. */
  private static final int MAX_PAGES = 1000;

  private Paginator() {}

  /**
   * Reads pages until one names no next page.
   *
   * @param what name for the exception
   * @param first cursor of the first page: a query, an address, a token, or an empty Optional
   * @param page reads the page of a cursor and returns the next cursor
   * @throws ProviderException.Unavailable if a page names a cursor that was read already, or the
   *     limit is reached
   */
  public static <C> void readAll(String what, C first, Function<C, Optional<C>> page) {
    Set<C> seen = new HashSet<>(Set.of(first));
    C at = first;
    for (int i = 0; i < MAX_PAGES; i++) {
      Optional<C> next = page.apply(at);
      if (next.isEmpty()) {
        return;
      }
      if (!seen.add(next.get())) {
        break;
      }
      at = next.get();
    }
    throw new ProviderException.Unavailable(what + " does not end");
  }

  /**
   * Reads pages by token; the first page has none.
   *
   * @param page reads the page of a token; its response names the next one in {@code field}
   */
  public static void byToken(String what, String field, Function<Optional<String>, JsonNode> page) {
    readAll(
        what, Optional.<String>empty(), token -> token(page.apply(token), field).map(Optional::of));
  }

  /**
   * Reads pages by number.
   *
   * @param first 0 or 1
   * @param page reads the page of a number and returns whether another may follow
   */
  public static void byNumber(String what, int first, IntFunction<Boolean> page) {
    readAll(what, first, n -> page.apply(n) ? Optional.of(n + 1) : Optional.empty());
  }

  /**
   * Returns a token or address in a response, given as text or number; empty if absent, null or
   * blank.
   */
  public static Optional<String> token(JsonNode answer, String field) {
    return Optional.ofNullable(LenientJson.of(answer).id(field));
  }

  /**
   * Returns the list in a response.
   *
   * @throws ProviderException.Unavailable if it is missing, so that the call is retried and an
   *     error is not mistaken for an empty day
   */
  public static JsonNode list(String what, JsonNode answer, String field) {
    if (!answer.path(field).isArray()) {
      throw new ProviderException.Unavailable(what + " without " + field);
    }
    return answer.get(field);
  }
}
