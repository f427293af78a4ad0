package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.link.LinkForms.FormState;
import io.tributary.link.LinkMessages.Page;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;
import java.util.function.Function;

/**
 * Routes of the hosted pages with a form: username and password, email address and region, and
 * second-factor code. After a failure the page is shown again with everything that the user entered
 * except the password.
 */
final class LinkFormRoutes implements Routes.Source {
  private static final int MAX_BODY_BYTES = 32 * 1024;
  private static final int MAX_NAME = 320;
  private static final int MAX_PASSWORD = 2048;
  private static final int MAX_CODE = 64;

  private final Bus bus;
  private final LinkForms forms;
  private final LinkCookie cookie;
  private final LinkSessionGuard guard;

  LinkFormRoutes(Bus bus, ProviderCatalog catalog, LinkForms forms, LinkCookie cookie) {
    this.bus = bus;
    this.forms = forms;
    this.cookie = cookie;
    this.guard = new LinkSessionGuard(bus, catalog, cookie);
  }

  @Override
  public void mount(Routes routes) {
    for (String way : new String[] {"password", "email"}) {
      String path = LinkCookie.PATH_PREFIX + "{session}/" + way + "/{provider}";
      routes.get(path, RouteAccess.SESSION, this::form);
      routes.add(
          HttpMethod.POST,
          path,
          RouteAccess.SESSION,
          MAX_BODY_BYTES,
          c -> guard.requireOffered(c, (p, e) -> signIn(c, p, e)));
    }
    String code = LinkCookie.PATH_PREFIX + "{session}/code/{provider}";
    routes.get(code, RouteAccess.SESSION, this::codeForm);
    routes.add(
        HttpMethod.POST,
        code,
        RouteAccess.SESSION,
        MAX_BODY_BYTES,
        c -> guard.requireOffered(c, (p, e) -> code(c, p, e)));
  }

  private Future<Response> form(RequestContext call) {
    return guard.requireOffered(
        call,
        (p, e) ->
            Future.succeededFuture(
                e.isSignIn()
                    ? showForm(call, p, e, FormState.EMPTY)
                    : LinkSessionGuard.redirect(LinkPages.linkPath(p, e))));
  }

  private Response showForm(RequestContext call, Page p, ProviderCatalog.Entry e, FormState shown) {
    return forms.signInForm(p, e, LinkCookie.csrfToken(cookie.token(call)), shown);
  }

  /** Returns the submitted form. Empty when its CSRF token does not belong to this session. */
  private Optional<FormParser> readForm(RequestContext call) {
    FormParser body = new FormParser(call.raw());
    return LinkCookie.isCsrfToken(cookie.token(call), body.text("word", 128))
        ? Optional.of(body)
        : Optional.empty();
  }

  private static Future<Response> foreignForm(Page p) {
    return Future.succeededFuture(
        LinkPages.problem(400, p, LinkErrorView.of(LinkError.TOKEN_NOT_VALIDATED)));
  }

  private Future<Response> signIn(RequestContext call, Page p, ProviderCatalog.Entry e) {
    Optional<FormParser> posted = readForm(call);
    if (posted.isEmpty() || !e.isSignIn()) {
      return foreignForm(p);
    }
    boolean email = e.auth().filter(a -> a == AuthKind.EMAIL).isPresent();
    FormParser body = posted.get();
    String user = body.text(email ? "email" : "username", MAX_NAME).strip();
    String secret = email ? "" : body.text("password", MAX_PASSWORD);
    String region = body.text("region", MAX_CODE);
    Optional<LinkErrorView> missing = findMissingField(email, user, secret, region);
    if (missing.isPresent()) {
      return Future.succeededFuture(showForm(call, p, e, new FormState(user, region, missing)));
    }
    PasswordLinkFlow.SignInInput typed =
        new PasswordLinkFlow.SignInInput(
            user, secret, email ? LinkRegions.parse(region) : Optional.empty());
    return bus.<LinkMessages.Ended>request(
            Address.LINK, new LinkMessages.SignIn(cookie.token(call), e.slug(), typed))
        .compose(
            end ->
                nextPage(
                    call,
                    p,
                    e,
                    end.result(),
                    problem ->
                        Future.succeededFuture(
                            showForm(
                                call, p, e, new FormState(user, region, Optional.of(problem))))));
  }

  private static Optional<LinkErrorView> findMissingField(
      boolean email, String user, String secret, String region) {
    if (email) {
      return !user.contains("@")
          ? Optional.of(
              LinkErrorView.field(
                  "email",
                  "Enter your email address",
                  "It must contain an @, such as name@example.com."))
          : LinkRegions.parse(region).isEmpty()
              ? Optional.of(
                  LinkErrorView.field(
                      "region", "Select a region", "Use the region of your account."))
              : Optional.empty();
    }
    return user.isEmpty()
        ? Optional.of(
            LinkErrorView.field(
                "username", "Enter your username", "Use the username of your account."))
        : secret.isEmpty()
            ? Optional.of(
                LinkErrorView.field(
                    "password", "Enter your password", "Use the password of your account."))
            : Optional.empty();
  }

  private Future<Response> codeForm(RequestContext call) {
    return guard.requireOffered(
        call,
        (p, e) ->
            Future.succeededFuture(
                p.waiting()
                    .map(
                        mfa ->
                            forms.codeForm(
                                p,
                                e,
                                mfa,
                                LinkCookie.csrfToken(cookie.token(call)),
                                Optional.empty()))
                    .orElseGet(() -> LinkSessionGuard.redirect(LinkPages.linkPath(p, e)))));
  }

  private Future<Response> code(RequestContext call, Page p, ProviderCatalog.Entry e) {
    Optional<FormParser> posted = readForm(call);
    if (posted.isEmpty()) {
      return foreignForm(p);
    }
    String code = posted.get().text("mfa_code", MAX_CODE).strip();
    if (code.isEmpty()) {
      return Future.succeededFuture(
          showCodeForm(call, p, e, LinkErrorView.field("mfa_code", "Enter the code", "")));
    }
    return bus.<LinkMessages.Ended>request(
            Address.LINK, new LinkMessages.CompleteMfa(cookie.token(call), e.slug(), code))
        .compose(
            end ->
                nextPage(
                    call,
                    p,
                    e,
                    end.result(),
                    problem ->
                        // The last wrong code ends the sign-in, so the state is read again.
                        guard
                            .page(call, Optional.of(e.slug()))
                            .map(now -> showCodeForm(call, now, e, problem))));
  }

  private Response showCodeForm(
      RequestContext call, Page p, ProviderCatalog.Entry e, LinkErrorView problem) {
    return p.waiting()
        .map(
            mfa ->
                forms.codeForm(
                    p, e, mfa, LinkCookie.csrfToken(cookie.token(call)), Optional.of(problem)))
        .orElseGet(() -> LinkPages.failed(p, e, problem));
  }

  /** Chooses the page that follows a submitted form. */
  private Future<Response> nextPage(
      RequestContext call,
      Page p,
      ProviderCatalog.Entry e,
      LinkResult result,
      Function<LinkErrorView, Future<Response>> failed) {
    if (result.mfa().isPresent()) {
      return Future.succeededFuture(
          LinkSessionGuard.redirect(LinkPages.sessionPath(p, "/code/" + e.slug())));
    }
    if (result.succeeded() || result.failure().orElseThrow().error() == LinkError.TOKEN_CONSUMED) {
      return Future.succeededFuture(
          LinkSessionGuard.redirect(LinkPages.sessionPath(p, "/done/" + e.slug())));
    }
    if (result.redirectLocation().isPresent()) {
      return Future.succeededFuture(
          LinkPages.redirectPage(p.brand(), result.redirectLocation().get()));
    }
    LinkResult.Failure f = result.failure().orElseThrow();
    LinkErrorView problem = LinkErrorView.of(f.error(), f.text(), e.name(), e.auth());
    return f.error() == LinkError.TOKEN_EXPIRED
        ? Future.succeededFuture(LinkPages.problem(400, p, problem))
        : failed.apply(problem);
  }
}
