package io.tributary.provider.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads JSON with the account's access token, under the rules of {@link ProviderCalls}. Blocks a
 * virtual thread; fails with {@link ProviderException}.
 */
public final class DocCalls {
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  private final ProviderCalls calls;
  private final ProviderCalls optionalCalls;
  private final Function<Account, String> base;

  /** Creates a client for a provider with one host and the default error mapping. */
  public DocCalls(ProviderHttp http) {
    this(http, ErrorMapping.STATUS);
  }

  /** Creates a client for a provider with one host. */
  public DocCalls(ProviderHttp http, ErrorMapping rules) {
    this(http, rules, account -> account.app().urls().api());
  }

  /**
   * @param base base URL of the account's data, such as the host of its region
   */
  public DocCalls(ProviderHttp http, ErrorMapping rules, Function<Account, String> base) {
    this.calls = new ProviderCalls(http, rules);
    this.optionalCalls =
        new ProviderCalls(http, (answer, usual) -> unlessAbsent(rules, answer, usual));
    this.base = base;
  }

  public JsonNode get(Account account, String path, Map<String, String> query) {
    return json(account, ProviderRequest.get(base.apply(account) + path).query(query));
  }

  /**
   * Reads JSON from an address that the provider named, including its query.
   *
   * @throws ProviderException.Rejected if it is not on a configured host
   */
  public JsonNode get(Account account, URI address) {
    return json(account, ProviderRequest.get(address.toString()));
  }

  /** Reads JSON; empty for a 404 and for a response without a body. */
  public Optional<JsonNode> find(Account account, String path, Map<String, String> query) {
    return findJson(account, ProviderRequest.get(base.apply(account) + path).query(query));
  }

  /** Reads JSON from an address that the provider named; empty as above. */
  public Optional<JsonNode> find(Account account, URI address) {
    return findJson(account, ProviderRequest.get(address.toString()));
  }

  public JsonNode post(Account account, String path, Map<String, String> form) {
    return json(account, ProviderRequest.post(base.apply(account) + path).form(form));
  }

  public JsonNode post(Account account, String path, JsonNode body) {
    return json(account, ProviderRequest.post(base.apply(account) + path).json(body));
  }

  /** Sends any request and lets the caller read the response. */
  public <T> T send(Account account, ProviderRequest request, Function<ProviderResponse, T> read) {
    return calls.send(account, request::bearer, read);
  }

  private JsonNode json(Account account, ProviderRequest request) {
    return calls.send(account, request::bearer, ProviderResponse::json);
  }

  private Optional<JsonNode> findJson(Account account, ProviderRequest request) {
    return optionalCalls.send(
        account,
        request::bearer,
        answer -> isAbsent(answer) ? Optional.empty() : Optional.of(answer.json()));
  }

  private static boolean isAbsent(ProviderResponse answer) {
    return answer.status() == NOT_FOUND || answer.status() == NO_CONTENT;
  }

  private static Optional<ProviderException> unlessAbsent(
      ErrorMapping rules, ProviderResponse answer, Duration usual) {
    return isAbsent(answer) ? Optional.empty() : rules.toException(answer, usual);
  }
}
