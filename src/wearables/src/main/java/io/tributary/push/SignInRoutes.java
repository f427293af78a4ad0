package io.tributary.push;

import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fields;
import io.tributary.http.Gatekeeper;
import io.tributary.http.Proxies;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Times;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Tokens for a user's phone. The two calls that trade tokens authenticate by the token itself. */
final class SignInRoutes implements Routes.Source {
  private static final int LONGEST = 200;
  private static final Duration LONGEST_CODE = Duration.ofDays(30);

  private final Bus bus;
  private final Proxies proxies;

  SignInRoutes(Bus bus, Proxies proxies) {
    this.bus = bus;
    this.proxies = proxies;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/link/code/create", Access.TEAM, this::code);
    routes.post("/v2/user/sign_in", Access.OPEN, this::signIn);
    routes.post("/v2/user/sign_in/refresh", Access.OPEN, this::renew);
    routes.post("/v2/user/{user_id}/deauthorise", Access.CLIENT, this::deauthorise);
  }

  private Future<Reply> signIn(Call call) {
    Fields body = call.body();
    Optional<String> code = body.text("code", LONGEST);
    String token = code.isPresent() ? null : body.requiredText("sign_in_token", 1, LONGEST);
    code.filter(c -> !LinkCodes.isOne(c))
        .ifPresent(
            c -> body.fault("code", "Input should be a code of this service", "value_error"));
    call.check();
    return PushRoutes.ask(bus, new PushMessages.SignIn(code.orElse(token), from(call)));
  }

  private String from(Call call) {
    return Optional.ofNullable(proxies.client(call.request())).orElse("gone");
  }

  private Future<Reply> code(Call call) {
    Query query = call.query();
    UUID user = query.requiredUuid("user_id");
    Optional<Instant> until = query.text("expires_at").flatMap(text -> until(query, text));
    call.check();
    return PushRoutes.ask(bus, new PushMessages.MakeCode(call.tenant(), user, until));
  }

  /** A moment to come; one far off is brought near, as the reply then says. */
  private static Optional<Instant> until(Query query, String text) {
    Instant now = Instant.now();
    Optional<Instant> at = Times.instant(text);
    if (at.isEmpty()) {
      query.add("expires_at", "Input should be a date and time", "datetime_parsing");
    } else if (!at.get().isAfter(now)) {
      query.add("expires_at", "Input should be in the future", "value_error");
    }
    return at.map(t -> t.isAfter(now.plus(LONGEST_CODE)) ? now.plus(LONGEST_CODE) : t);
  }

  private Future<Reply> renew(Call call) {
    String token = call.body().requiredText("refresh_token", 1, LONGEST);
    call.check();
    return PushRoutes.ask(bus, new PushMessages.Renew(token));
  }

  /** A user's token ends its own sign-in, a team's key all of the user's. */
  private Future<Reply> deauthorise(Call call) {
    return PushRoutes.ask(
        bus,
        new PushMessages.Deauthorise(
            call.tenant(),
            call.pathUuid("user_id"),
            call.signedIn().map(Gatekeeper.SignedIn::signIn)));
  }
}
