package io.tributary.link;

import io.tributary.connection.OAuthApplications;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.AuthKind;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Link flow by password or e-mail address, with a second factor where the provider requires one.
 *
 * <p>The provider is called outside of any transaction. Input is not stored, except for credentials
 * that the adapter needs for a new sign-in, which are encrypted.
 */
final class PasswordLinkFlow {
  private static final System.Logger LOG = System.getLogger(PasswordLinkFlow.class.getName());

  /** Maximum number of second-factor codes per sign-in. */
  static final int MAX_CODE_ATTEMPTS = 5;

  private final LinkSessions sessions;
  private final LinkRules rules;
  private final LinkableProviders linkable;
  private final OAuthApplications apps;
  private final ConnectionCreator creator;
  private final LinkConcurrency slots;
  private final String installation;

  /**
   * @param installation region of this installation, us or eu
   */
  PasswordLinkFlow(
      LinkSessions sessions,
      LinkRules rules,
      LinkableProviders linkable,
      OAuthApplications apps,
      ConnectionCreator connecting,
      LinkConcurrency slots,
      String installation) {
    this.sessions = sessions;
    this.rules = rules;
    this.linkable = linkable;
    this.apps = apps;
    this.creator = connecting;
    this.slots = slots;
    this.installation = installation;
  }

  /** Returns true when the session may link the provider and credentials exist. */
  boolean canLink(LinkSession s, LinkableProviders.SignInTarget t) {
    return s.provider().map(p -> p.equals(t.slug())).orElse(true)
        && apps.forNewLink(s.tenant(), t.slug(), false).isPresent();
  }

  /**
   * Input of the user.
   *
   * @param secret empty for providers that need only the e-mail address
   */
  record SignInInput(String user, String secret, Optional<String> region) {
    @Override
    public String toString() {
      return "Typed[***]";
    }
  }

  /**
   * Starts a sign-in.
   *
   * @throws LinkException when no connection was made and no second factor is pending
   */
  LinkResult begin(LinkSession session, String slug, SignInInput typed) {
    LinkableProviders.SignInTarget target = target(session, slug);
    AppCredentials app =
        apps.forNewLink(session.tenant(), slug, false)
            .orElseThrow(() -> LinkErrors.noCredentials(slug));
    if (rules.hasConnectionsOfOtherKind(session.userId(), false)) {
      throw LinkErrors.mixedConnections(
          "the user has demo connections; use another user for real data");
    }
    Optional<String> region = region(session, target, typed);
    PasswordLogin.Outcome outcome =
        call(session, slug, () -> target.login().login(app, typed.user(), typed.secret(), region));
    return applyOutcome(session, target, app.id(), typed.user(), outcome, true);
  }

  /**
   * Submits a second-factor code.
   *
   * @throws LinkException when it was wrong, or when no code is pending
   */
  LinkResult submitCode(LinkSession session, String slug, String code) {
    LinkableProviders.SignInTarget target = target(session, slug);
    LinkSessions.CodeAttempt attempt =
        sessions
            .countCodeAttempt(session.id(), slug, MAX_CODE_ATTEMPTS)
            .orElseThrow(() -> sessions.missingAuthorization(session));
    AppCredentials app =
        apps.find(attempt.app(), slug)
            .orElseThrow(() -> new LinkException(LinkError.PROVIDER_API_ERROR, session));
    PasswordLogin.Outcome outcome;
    try {
      outcome = call(session, slug, () -> submitCode(target.adapter(), app, attempt, code));
    } catch (LinkException away) {
      sessions.uncountCodeAttempt(session.id(), slug);
      throw away;
    }
    if (outcome instanceof PasswordLogin.Refused refused
        && (refused.reason() != PasswordLogin.RefusalReason.WRONG_CODE
            || attempt.number() == MAX_CODE_ATTEMPTS)) {
      sessions.clearSignIn(session.id());
    }
    return applyOutcome(session, target, app.id(), attempt.user(), outcome, false);
  }

  /** Rejects every code when the adapter has no second factor. */
  private static PasswordLogin.Outcome submitCode(
      Adapter adapter, AppCredentials app, LinkSessions.CodeAttempt attempt, String code) {
    return adapter
        .secondFactor()
        .map(factor -> factor.complete(app, attempt.pending(), code))
        .orElseGet(() -> new PasswordLogin.Refused(PasswordLogin.RefusalReason.WRONG_CODE));
  }

  private LinkableProviders.SignInTarget target(LinkSession session, String slug) {
    if (session.provider().map(p -> !p.equals(slug)).orElse(false)) {
      throw LinkErrors.invalidProvider(slug);
    }
    return linkable.findSignIn(slug).orElseThrow(() -> LinkException.notOffered(session));
  }

  private Optional<String> region(
      LinkSession session, LinkableProviders.SignInTarget target, SignInInput typed) {
    if (target.entry().auth().filter(a -> a == AuthKind.EMAIL).isEmpty()) {
      return typed.region();
    }
    return Optional.of(
        LinkRegions.practiceRegion(installation, typed.region())
            .orElseThrow(() -> new LinkException(LinkError.UNSUPPORTED_REGION, session)));
  }

  private LinkResult applyOutcome(
      LinkSession session,
      LinkableProviders.SignInTarget target,
      UUID app,
      String user,
      PasswordLogin.Outcome outcome,
      boolean first) {
    return switch (outcome) {
      case PasswordLogin.Connected in -> {
        creator.connect(
            session,
            target.adapter().descriptor(),
            new ConnectionCreator.AuthorizedGrant(
                app, List.of(), in.granted(), Optional.of(user), in.storedLogin()));
        yield LinkResult.success(session, target.slug());
      }
      case PasswordLogin.Pending code -> {
        if (!sessions.savePendingSignIn(session.id(), target.slug(), app, user, code, first)) {
          throw sessions.missingAuthorization(session);
        }
        yield LinkResult.pending(new LinkResult.Mfa(code.method(), code.hint()), target.slug());
      }
      case PasswordLogin.Refused refused -> throw LinkException.refused(refused.reason(), session);
    };
  }

  private PasswordLogin.Outcome call(
      LinkSession session, String slug, Supplier<PasswordLogin.Outcome> call) {
    try {
      return slots.run(slug, call, () -> new LinkException(LinkError.PROVIDER_API_ERROR, session));
    } catch (ProviderException fault) {
      LOG.log(
          Level.WARNING,
          "link provider="
              + slug
              + " team="
              + session.tenant().team()
              + " sign_in="
              + fault.getClass().getSimpleName());
      throw new LinkException(LinkError.of(fault), session);
    }
  }
}
