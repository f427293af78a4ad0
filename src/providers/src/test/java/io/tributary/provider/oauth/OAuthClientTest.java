package io.tributary.provider.oauth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences between providers, tested against an endpoint that records its requests. */
class OAuthClientTest {
  /** RFC 7636, appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  private static final OAuthClient.UserLookup NO_USER_LOOKUP = fresh -> Optional.empty();

  private static Vertx vertx;
  private static HttpServer server;
  private static final BlockingQueue<TokenRequest> REQUESTS = new LinkedBlockingQueue<>();
  private static volatile int status;
  private static volatile String answer;

  private record TokenRequest(String path, String authorisation, Map<String, String> form) {}

  @BeforeAll
  static void serve() {
    vertx = Vertx.vertx();
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.body()
                        .onSuccess(
                            body -> {
                              REQUESTS.add(
                                  new TokenRequest(
                                      r.uri(),
                                      r.getHeader("Authorization"),
                                      pairs(body.toString())));
                              r.response()
                                  .setStatusCode(status)
                                  .putHeader("content-type", "application/json")
                                  .putHeader("retry-after", "7")
                                  .end(answer);
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  @AfterAll
  static void stop() {
    vertx.close().await();
  }

  @BeforeEach
  void silence() {
    REQUESTS.clear();
    status = 200;
    answer = "{\"access_token\":\"a2\",\"refresh_token\":\"r2\",\"expires_in\":60}";
  }

  private static Map<String, String> pairs(String query) {
    Map<String, String> out = new TreeMap<>();
    Arrays.stream(query.split("&"))
        .filter(p -> p.contains("="))
        .map(p -> p.split("=", 2))
        .forEach(p -> out.put(p[0], URLDecoder.decode(p[1], StandardCharsets.UTF_8)));
    return out;
  }

  private static OAuthClient client(OAuthRules rules) {
    return client(rules, NO_USER_LOOKUP);
  }

  private static OAuthClient client(OAuthRules rules, OAuthClient.UserLookup users) {
    return new OAuthClient(
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(20),
                1,
                Duration.ofMillis(5),
                1000,
                Duration.ofMinutes(1),
                Duration.ofSeconds(99))),
        rules,
        users);
  }

  private static String base() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  private static AppCredentials app() {
    return app(Optional.empty());
  }

  private static AppCredentials app(Optional<String> token) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "any",
        "id 1",
        "s&cret",
        new AppCredentials.Urls(base(), "https://login.example/authorise?lang=en", token),
        "https://ours.example/back");
  }

  private static OAuth.Start asking(String... scopes) {
    return new OAuth.Start("st ate", List.of(scopes), VERIFIER);
  }

  private static OAuth.Callback back(String scope) {
    return new OAuth.Callback("the code", VERIFIER, List.of("asked"), Optional.ofNullable(scope));
  }

  private static OAuth.Session session() {
    return new OAuth.Session(new OAuth.Tokens("a1", "r1", null), Optional.of("u1"));
  }

  private static Map<String, String> authorise(OAuthRules rules, OAuth.Start start) {
    String url = client(rules).authorizeUrl(app(), start);
    assertTrue(url.startsWith("https://login.example/authorise?lang=en&response_type=code&"), url);
    return pairs(url.substring(url.indexOf('?') + 1));
  }

  @Test
  void thePlainAuthorisePage() {
    assertEquals(
        Map.of(
            "lang", "en",
            "response_type", "code",
            "client_id", "id 1",
            "redirect_uri", "https://ours.example/back",
            "scope", "one two",
            "state", "st ate"),
        authorise(OAuthRules.standard("/token"), asking("one", "two")));
  }

  @Test
  void anAuthorisePageWithAllThatProvidersWant() {
    Map<String, String> asked =
        authorise(
            OAuthRules.standard("/token")
                .withScopeSeparator(",")
                .withPkce()
                .withAuthorizeParameters(Map.of("access_type", "offline")),
            asking("one", "two"));
    assertEquals("one,two", asked.get("scope"));
    assertEquals(CHALLENGE, asked.get("code_challenge"));
    assertEquals("S256", asked.get("code_challenge_method"));
    assertEquals("offline", asked.get("access_type"));
  }

  @Test
  void aProviderWithoutScopesIsAskedForNone() {
    assertFalse(authorise(OAuthRules.standard("/token"), asking()).containsKey("scope"));
  }

  @Test
  void theSecretTravelsInTheForm() throws InterruptedException {
    client(OAuthRules.standard("/token")).exchange(app(), back(null));
    TokenRequest asked = REQUESTS.take();
    assertEquals("/token", asked.path());
    assertNull(asked.authorisation());
    assertEquals(
        Map.of(
            "grant_type", "authorization_code",
            "code", "the code",
            "redirect_uri", "https://ours.example/back",
            "client_id", "id 1",
            "client_secret", "s&cret"),
        asked.form());
  }

  @Test
  void orInTheHeader() throws InterruptedException {
    client(OAuthRules.standard("/token").client(OAuthRules.ClientAuthentication.BASIC))
        .exchange(app(), back(null));
    TokenRequest asked = REQUESTS.take();
    assertEquals("Basic aWQgMTpzJmNyZXQ=", asked.authorisation());
    assertFalse(asked.form().containsKey("client_secret"));
  }

  @Test
  void orInTheQueryWithAllElse() throws InterruptedException {
    client(OAuthRules.standard("/token").client(OAuthRules.ClientAuthentication.QUERY))
        .exchange(app(), back(null));
    TokenRequest asked = REQUESTS.take();
    assertNull(asked.authorisation());
    assertEquals(Map.of(), asked.form());
    assertTrue(asked.path().startsWith("/token?"), asked::path);
    assertEquals(
        Map.of(
            "grant_type", "authorization_code",
            "code", "the code",
            "redirect_uri", "https://ours.example/back",
            "client_id", "id 1",
            "client_secret", "s&cret"),
        pairs(asked.path().substring("/token?".length())));
  }

  @Test
  void theVerifierGoesWithTheCode() throws InterruptedException {
    client(
            OAuthRules.standard("/token")
                .withPkce()
                .withExchangeFields(Map.of("action", "requesttoken")))
        .exchange(app(), back(null));
    Map<String, String> form = REQUESTS.take().form();
    assertEquals(VERIFIER, form.get("code_verifier"));
    assertEquals("requesttoken", form.get("action"));
  }

  @Test
  void aTokenEndpointOfItsOwnIsUsed() throws InterruptedException {
    client(OAuthRules.standard("/token"))
        .exchange(app(Optional.of(base() + "/elsewhere")), back(null));
    assertEquals("/elsewhere", REQUESTS.take().path());
  }

  @Test
  void theProviderSaysWhatWasGrantedBeforeTheBrowserDoes() {
    OAuthClient c = client(OAuthRules.standard("/token"));
    assertEquals(Optional.of(List.of("x", "y")), c.exchange(app(), back("x,y x")).scopes());
    answer = "{\"access_token\":\"a\",\"scope\":\"z\"}";
    assertEquals(Optional.of(List.of("z")), c.exchange(app(), back("x y")).scopes());
  }

  @Test
  void anAnswerThatTellsNoScopesGrantsWhatWasAskedFor() {
    OAuthClient c = client(OAuthRules.standard("/token"));
    assertEquals(Optional.of(List.of("asked")), c.exchange(app(), back(null)).scopes());
  }

  @Test
  void aGrantOfAProviderWithoutScopesHasNoList() {
    OAuthRules none = OAuthRules.standard("/token").withoutScopes();
    answer = "{\"access_token\":\"a\",\"scope\":\"z\"}";
    assertEquals(Optional.empty(), client(none).exchange(app(), back("x")).scopes());
    assertFalse(authorise(none, asking("one")).containsKey("scope"));
  }

  @Test
  void whoItIsMayStandInTheAnswer() {
    answer = "{\"access_token\":\"a\",\"userid\":77,\"scope\":\"z\"}";
    OAuth.Granted granted =
        client(
                OAuthRules.standard("/token"),
                fresh ->
                    Optional.of(
                        fresh.answer().get("userid").asText()
                            + fresh.tokens().access()
                            + fresh.scopes()))
            .exchange(app(), back(null));
    assertEquals(Optional.of("77a[z]"), granted.externalUserId());
  }

  @Test
  void aRefreshTellsOnlyWhatTheProviderWants() throws InterruptedException {
    client(OAuthRules.standard("/token")).refresh(app(), session());
    assertEquals(
        Map.of(
            "grant_type", "refresh_token",
            "refresh_token", "r1",
            "client_id", "id 1",
            "client_secret", "s&cret"),
        REQUESTS.take().form());
    client(
            OAuthRules.standard("/token")
                .redirectInRefresh()
                .withRefreshFields(Map.of("scope", "offline")))
        .refresh(app(), session());
    Map<String, String> more = REQUESTS.take().form();
    assertEquals("https://ours.example/back", more.get("redirect_uri"));
    assertEquals("offline", more.get("scope"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"access_token\":\"a\",\"refresh_token\":\"r9\"}|r9",
        "{\"access_token\":\"a\"}|r1",
        "{\"access_token\":\"a\",\"refresh_token\":\"\"}|r1",
      },
      delimiter = '|')
  void aRefreshTokenIsKeptUntilThereIsAnother(String told, String kept) {
    answer = told;
    assertEquals(kept, client(OAuthRules.standard("/t")).refresh(app(), session()).refresh());
  }

  @Test
  void accessEndsWhenItIsToldOrAsUsualOrNever() {
    answer = "{\"access_token\":\"a\"}";
    assertNull(client(OAuthRules.standard("/t")).refresh(app(), session()).expiresAt());
    Instant usual =
        client(OAuthRules.standard("/t").withDefaultLifetime(Duration.ofDays(3)))
            .refresh(app(), session())
            .expiresAt();
    assertTrue(usual.isAfter(Instant.now().plus(Duration.ofDays(2))));
    answer = "{\"access_token\":\"a\",\"expires_in\":\"1e300\"}";
    Instant absurd = client(OAuthRules.standard("/t")).refresh(app(), session()).expiresAt();
    assertTrue(absurd.isBefore(Instant.now().plus(Duration.ofDays(3651))));
  }

  @ParameterizedTest
  @CsvSource({
    "400, invalid_grant, TokenRejected",
    "401, '', TokenRejected",
    "400, invalid_client, AppCredentialsRejected",
    "401, unauthorized_client, AppCredentialsRejected",
    "403, '', AppCredentialsRejected",
    "404, '', Rejected",
    "429, '', RateLimited",
    "500, '', Unavailable",
    "503, invalid_grant, Unavailable",
  })
  void aRefusalIsOfTheUserOfTheApplicationOrOfTheMoment(int code, String error, String fault) {
    status = code;
    answer = "{\"error\":\"" + error + "\"}";
    OAuthClient c = client(OAuthRules.standard("/t"));
    ProviderException seen =
        assertThrows(ProviderException.class, () -> c.refresh(app(), session()));
    assertEquals(fault, seen.getClass().getSimpleName());
    assertEquals(1, REQUESTS.size(), "a token call is never repeated");
    assertFalse(seen.toString().contains("r1"));
  }

  @ParameterizedTest
  @CsvSource(
      value = {"not json", "[]", "{\"token\":1}", "{\"access_token\":null}", "''"},
      quoteCharacter = '`',
      delimiter = '|')
  void anAnswerWithoutATokenIsNone(String told) {
    answer = told.equals("''") ? "" : told;
    OAuthClient c = client(OAuthRules.standard("/t"));
    assertThrows(ProviderException.Unavailable.class, () -> c.refresh(app(), session()));
  }

  @Test
  void aGrantEndsAsTheProviderWantsIt() throws InterruptedException {
    OAuthRules rules =
        OAuthRules.standard("/t")
            .revokedBy(
                (app, s) ->
                    ProviderRequest.delete(
                            app.urls().api() + "/users/" + s.externalUserId().orElseThrow())
                        .bearer(s.tokens().access()));
    client(rules).revoke(app(), session());
    TokenRequest asked = REQUESTS.take();
    assertEquals("/users/u1", asked.path());
    assertEquals("Bearer a1", asked.authorisation());
    status = 404;
    client(rules).revoke(app(), session());
    status = 401;
    assertThrows(
        ProviderException.Unauthorized.class, () -> client(rules).revoke(app(), session()));
    client(rules)
        .revoke(app(), new OAuth.Session(new OAuth.Tokens("a1", null, null), Optional.of("u1")));
    status = 429;
    ProviderException.RateLimited limited =
        assertThrows(
            ProviderException.RateLimited.class, () -> client(rules).revoke(app(), session()));
    assertEquals(Duration.ofSeconds(7), limited.retryAfter());
    status = 502;
    assertThrows(ProviderException.Unavailable.class, () -> client(rules).revoke(app(), session()));
  }

  @Test
  void whoOffersNoRevocationIsNotAsked() {
    client(OAuthRules.standard("/t")).revoke(app(), session());
    assertEquals(0, REQUESTS.size());
  }
}
