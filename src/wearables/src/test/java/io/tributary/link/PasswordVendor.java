package io.tributary.link;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.MfaCompleter;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A vendor that users sign in to on the hosted page, with the password rules of the simulators. */
final class PasswordVendor implements Adapter, PasswordLogin, MfaCompleter {
  private final String slug;
  private final AuthKind auth;
  private final Sim sim;

  /** The vendor answers once this future is completed. */
  volatile Future<Void> available = Future.succeededFuture();

  /** Number of received sign-ins. */
  final AtomicInteger signIns = new AtomicInteger();

  PasswordVendor(String slug, AuthKind auth, Sim sim) {
    this.slug = slug;
    this.auth = auth;
    this.sim = sim;
  }

  @Override
  public Descriptor descriptor() {
    return Descriptor.of(slug, slug).auth(auth).resources(List.of(Resource.GLUCOSE)).build();
  }

  @Override
  public Optional<PasswordLogin> login() {
    return Optional.of(this);
  }

  @Override
  public Optional<MfaCompleter> secondFactor() {
    return Optional.of(this);
  }

  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    signIns.incrementAndGet();
    available.await();
    return switch (sim.runOnEventLoop(w -> w.passwords().login(user, secret, region.orElse("us")))
        .await()) {
      case PasswordSim.Outcome.LoginSucceeded in ->
          connected(in.person(), new StoredLogin(user, secret, Json.object()), region.orElse("us"));
      case PasswordSim.Outcome.OtherRegion other ->
          login(app, user, secret, Optional.of(other.region()));
      case PasswordSim.Outcome.CodeNeeded(String ticket) ->
          new Pending(
              Method.EMAIL,
              "a***@example.com",
              Json.object().put("ticket", ticket).put("user", user).put("secret", secret));
      case PasswordSim.Outcome.Wrong w -> new Refused(RefusalReason.WRONG_CREDENTIALS);
      case PasswordSim.Outcome.Expired e -> new Refused(RefusalReason.PASSWORD_EXPIRED);
      case PasswordSim.Outcome.Locked(long seconds) ->
          throw new ProviderException.RateLimited(Duration.ofSeconds(seconds));
    };
  }

  @Override
  public Outcome complete(AppCredentials app, ObjectNode pending, String code) {
    String ticket = pending.get("ticket").textValue();
    StoredLogin kept =
        new StoredLogin(
            pending.get("user").textValue(),
            pending.get("secret").textValue(),
            Json.object().put("trusted", ticket));
    return sim.runOnEventLoop(w -> w.passwords().confirm(ticket, code)).await()
            instanceof PasswordSim.Outcome.LoginSucceeded in
        ? connected(in.person(), kept, "us")
        : new Refused(RefusalReason.WRONG_CODE);
  }

  @Override
  public Outcome renewSession(AppCredentials app, StoredLogin kept, ObjectNode state) {
    return login(app, kept.user(), kept.secret(), Optional.of(state.path("region").asText("us")));
  }

  private Connected connected(SimPerson person, StoredLogin kept, String region) {
    String access =
        sim.runOnEventLoop(
                w ->
                    w.grants()
                        .issueWithoutCode(
                            w.grants().app("tributary-sandbox").orElseThrow(), person, Set.of())
                        .accessToken())
            .await();
    return new Connected(
        new OAuth.Granted(
            new OAuth.Tokens(access, null, Instant.now().plus(Duration.ofHours(1))),
            Optional.empty(),
            Optional.of(person.id()),
            Json.object().put("region", region)),
        Optional.of(kept));
  }
}
