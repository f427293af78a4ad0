package io.tributary.push;

import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Gatekeeper;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.vertx.core.Future;

/** Tokens for a user's phone. The two calls that trade tokens authenticate by the token itself. */
final class SignInRoutes implements Routes.Source {
  private static final int LONGEST = 200;

  private final Bus bus;

  SignInRoutes(Bus bus) {
    this.bus = bus;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/user/sign_in", Access.OPEN, this::signIn);
    routes.post("/v2/user/sign_in/refresh", Access.OPEN, this::renew);
    routes.post("/v2/user/{user_id}/deauthorise", Access.CLIENT, this::deauthorise);
  }

  private Future<Reply> signIn(Call call) {
    String token = call.body().requiredText("sign_in_token", 1, LONGEST);
    call.check();
    return PushRoutes.ask(bus, new PushMessages.SignIn(token));
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
