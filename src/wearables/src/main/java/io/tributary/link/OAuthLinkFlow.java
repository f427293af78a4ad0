package io.tributary.link;

import io.tributary.connection.OAuthApplications;
import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.PermitClients;
import io.tributary.provider.ProviderException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * OAuth link flow: redirect to the provider and callback. The provider is called outside of any
 * transaction.
 */
final class OAuthLinkFlow {
  private static final System.Logger LOG = System.getLogger(OAuthLinkFlow.class.getName());
  private static final int VERIFIER_CHARS = 64;

  private final LinkSessions sessions;
  private final LinkRules rules;
  private final LinkableProviders linkable;
  private final OAuthApplications apps;
  private final ConnectionCreator creator;
  private final LinkConcurrency slots;
  private final PermitClients permitClients;

  OAuthLinkFlow(
      LinkSessions sessions,
      LinkRules rules,
      LinkableProviders linkable,
      OAuthApplications apps,
      ConnectionCreator connecting,
      LinkConcurrency slots,
      PermitClients gates) {
    this.sessions = sessions;
    this.rules = rules;
    this.linkable = linkable;
    this.apps = apps;
    this.creator = connecting;
    this.slots = slots;
    this.permitClients = gates;
  }

  /** Query parameters of the callback. Fields are null when absent. */
  record CallbackParameters(String code, String error, String scope) {
    boolean isGranted() {
      return error == null && code != null && !code.isEmpty();
    }

    @Override
    public String toString() {
      return "Returned[***]";
    }
  }

  /** Returns true when the session may link the provider and credentials exist. */
  boolean canLink(LinkSession s, LinkableProviders.OAuthTarget t) {
    return s.provider().map(p -> p.equals(t.slug())).orElse(true)
        && apps.forNewLink(s.tenant(), t.slug(), false).isPresent();
  }

  /**
   * Starts an authorization and returns the URL to redirect the user to.
   *
   * @param token link token, sent as the OAuth state
   */
  String begin(LinkSession session, String token, String slug) {
    LinkableProviders.OAuthTarget target =
        linkable
            .findOAuth(slug)
            .filter(t -> session.provider().map(slug::equals).orElse(true))
            .orElseThrow(() -> LinkErrors.invalidProvider(slug));
    AppCredentials app =
        apps.forNewLink(session.tenant(), slug, false)
            .orElseThrow(() -> LinkErrors.noCredentials(slug));
    if (rules.hasConnectionsOfOtherKind(session.userId(), false)) {
      throw LinkErrors.mixedConnections(
          "the user has demo connections; use another user for real data");
    }
    Descriptor descriptor = target.adapter().descriptor();
    List<String> scopes =
        rules
            .scopes(session.tenant().team(), slug)
            .map(s -> s.toRequest(descriptor))
            .orElse(descriptor.defaultScopes());
    String verifier = Ids.randomBase62(VERIFIER_CHARS);
    if (!sessions.beginOAuth(
        session.id(), slug, new LinkSessions.OAuthRequest(app.id(), verifier, scopes))) {
      throw new LinkException(LinkError.TOKEN_CONSUMED, session);
    }
    return target.oauth().authorizeUrl(app, new OAuth.Start(token, scopes, verifier));
  }

  /**
   * Completes an authorization.
   *
   * @throws LinkException when no connection was made
   */
  void finish(LinkSession session, String slug, CallbackParameters back) {
    Supplier<LinkException> full = () -> new LinkException(LinkError.PROVIDER_API_ERROR, session);
    Optional<UUID> app =
        back.isGranted() ? sessions.pendingApplication(session.id(), slug) : Optional.<UUID>empty();
    if (app.isEmpty()) {
      slots.run(slug, () -> finishWithSlot(session, slug, back, PermitClient.UNLIMITED), full);
      return;
    }
    if (!exchangeNeedsPermits(slug)) {
      PermitClient gate = permitClients.of(slug, app.get(), session.userId(), () -> true);
      slots.run(slug, () -> finishWithSlot(session, slug, back, gate), full);
      return;
    }
    // Acquires permits and the slot before the code is taken. A user who gets neither can retry
    // with the same code.
    slots.run(
        slug,
        app.get(),
        () -> acquirePermits(session, slug, app.get()),
        leave -> finishWithSlot(session, slug, back, leave),
        full);
  }

  private boolean exchangeNeedsPermits(String slug) {
    return linkable.findOAuth(slug).map(t -> t.oauth().exchangeNeedsFurtherCalls()).orElse(false);
  }

  /**
   * Acquires the permits of an exchange that calls the API, because these calls count against the
   * quotas. Takes one permit more than needed to check that calls are left: each call acquires its
   * own permit when it is made, and the token request comes before it.
   */
  private PermitClient acquirePermits(LinkSession session, String slug, UUID app) {
    PermitClient gate = permitClients.of(slug, app, session.userId(), () -> true);
    try {
      gate.acquire(1);
      return withReservedPermit(gate);
    } catch (ProviderException.ThrottleUnreachable elsewhere) {
      LOG.log(
          Level.WARNING,
          "link provider="
              + slug
              + " another node owns the rate limiter and cannot be reached without a cluster");
      throw LinkErrors.throttleUnreachable(elsewhere.retryAfter());
    } catch (ProviderException.RateLimited full) {
      LOG.log(
          Level.WARNING,
          "link provider=" + slug + " team=" + session.tenant().team() + " rate limit reached");
      throw new LinkException(LinkError.PROVIDER_API_ERROR, session);
    }
  }

  /**
   * Uses the extra permit when no other one is left, because the code is spent by then and cannot
   * be obtained again.
   */
  private static PermitClient withReservedPermit(PermitClient gate) {
    AtomicBoolean left = new AtomicBoolean(true);
    return new PermitClient() {
      @Override
      public void acquire(int calls) {
        try {
          gate.acquire(calls);
        } catch (ProviderException.RateLimited full) {
          if (calls != 1 || !left.getAndSet(false)) {
            throw full;
          }
        }
      }

      @Override
      public void backOff(Duration pause) {
        gate.backOff(pause);
      }
    };
  }

  private String finishWithSlot(
      LinkSession session, String slug, CallbackParameters back, PermitClient leave) {
    // Removed before the exchange: a code is single-use, and a provider may revoke a grant whose
    // code is sent twice.
    LinkSessions.OAuthRequest request =
        sessions
            .takeOAuthRequest(session.id(), slug)
            .orElseThrow(() -> sessions.missingAuthorization(session));
    if (!back.isGranted()) {
      throw new LinkException(LinkError.PROVIDER_CREDENTIAL_ERROR, session);
    }
    LinkableProviders.OAuthTarget target =
        linkable
            .findOAuth(slug)
            .orElseThrow(() -> new LinkException(LinkError.TOKEN_NOT_VALIDATED, session));
    AppCredentials app =
        apps.find(request.app(), slug)
            .orElseThrow(() -> new LinkException(LinkError.PROVIDER_API_ERROR, session));
    OAuth.Granted granted = exchange(session, target, app, request, back, leave);
    creator.connect(
        session,
        target.adapter().descriptor(),
        new ConnectionCreator.AuthorizedGrant(
            app.id(), request.scopes(), granted, granted.externalUserId(), Optional.empty()));
    return slug;
  }

  private static OAuth.Granted exchange(
      LinkSession session,
      LinkableProviders.OAuthTarget target,
      AppCredentials app,
      LinkSessions.OAuthRequest request,
      CallbackParameters back,
      PermitClient leave) {
    try {
      return target
          .oauth()
          .exchange(
              app,
              new OAuth.Callback(
                  back.code(),
                  request.verifier(),
                  request.scopes(),
                  Optional.ofNullable(back.scope()),
                  session.userId(),
                  Optional.empty(),
                  leave));
    } catch (ProviderException fault) {
      LOG.log(
          Level.WARNING,
          "link provider="
              + target.slug()
              + " team="
              + session.tenant().team()
              + " exchange="
              + fault.getClass().getSimpleName());
      throw new LinkException(LinkError.of(fault), session);
    }
  }
}
