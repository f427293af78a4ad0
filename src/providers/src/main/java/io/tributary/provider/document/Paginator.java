package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Lists that come in pages, read to their end. */
public final class Paginator {
  /** No window has as many pages; a provider that never ends must not keep us for ever. */
  private static final int MOST = 1000;

  private Paginator() {}

  /**
   * Reads pages until one names no next.
   *
   * @param what for the fault
   * @param first the cursor of the first page: a query, an address, a token, or an empty Optional
   * @param page reads the page of a cursor and tells that of the next
   * @throws ProviderFault.Unavailable when a page names one that was read, or there is no end
   */
  public static <C> void walk(String what, C first, Function<C, Optional<C>> page) {
    Set<C> seen = new HashSet<>(Set.of(first));
    C at = first;
    for (int i = 0; i < MOST; i++) {
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
   * Reads by a token: the first page without one.
   *
   * @param page reads the page of a token; its answer names the next in {@code field}
   */
  public static void byToken(String what, String field, Function<Optional<String>, JsonNode> page) {
    walk(
        what, Optional.<String>empty(), token -> token(page.apply(token), field).map(Optional::of));
  }

  /**
   * Reads by number.
   *
   * @param first 0 or 1
   * @param page reads the page of a number and tells whether another may follow
   */
  public static void byNumber(String what, int first, IntFunction<Boolean> page) {
    walk(what, first, n -> page.apply(n) ? Optional.of(n + 1) : Optional.empty());
  }

  /** A token or an address in an answer: a text, or a number; absent, null and blank are none. */
  public static Optional<String> token(JsonNode answer, String field) {
    return Optional.ofNullable(LenientJson.of(answer).id(field));
  }

  /**
   * The list in an answer, without which the answer is none.
   *
   * @throws ProviderFault.Unavailable so that the call is made again later, instead of taking an
   *     error for an empty day
   */
  public static JsonNode list(String what, JsonNode answer, String field) {
    if (!answer.path(field).isArray()) {
      throw new ProviderException.Unavailable(what + " without " + field);
    }
    return answer.get(field);
  }
}
