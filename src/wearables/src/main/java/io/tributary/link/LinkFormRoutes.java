package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.link.LinkForms.Shown;
import io.tributary.link.LinkMessages.Page;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;
import java.util.function.Function;

/**
 * The hosted pages with a form: name and password, e-mail and region, the code of a second factor.
 * What fails is shown on the page again, with all that was typed but the password.
 */
final class LinkFormRoutes implements Routes.Source {
  private static final int LARGEST = 32 * 1024;
  private static final int MAX_NAME = 320;
  private static final int MAX_PASSWORD = 2048;
  private static final int MAX_CODE = 64;

  private final Bus bus;
  private final LinkForms forms;
  private final LinkCookie cookie;
  private final LinkDoor door;

  LinkFormRoutes(Bus bus, ProviderCatalog catalog, LinkForms forms, LinkCookie cookie) {
    this.bus = bus;
    this.forms = forms;
    this.cookie = cookie;
    this.door = new LinkDoor(bus, catalog, cookie);
  }

  @Override
  public void mount(Routes routes) {
    for (String way : new String[] {"password", "email"}) {
      String path = LinkCookie.PAGES + "{session}/" + way + "/{provider}";
      routes.get(path, Access.SESSION, this::form);
      routes.add(
          HttpMethod.POST,
          path,
          Access.SESSION,
          LARGEST,
          c -> door.offered(c, (p, e) -> signIn(c, p, e)));
    }
    String code = LinkCookie.PAGES + "{session}/code/{provider}";
    routes.get(code, Access.SESSION, this::codeForm);
    routes.add(
        HttpMethod.POST,
        code,
        Access.SESSION,
        LARGEST,
        c -> door.offered(c, (p, e) -> code(c, p, e)));
  }

  private Future<Reply> form(Call call) {
    return door.offered(
        call,
        (p, e) ->
            Future.succeededFuture(
                e.signIn() ? shown(call, p, e, Shown.FRESH) : LinkDoor.go(LinkPages.way(p, e))));
  }

  private Reply shown(Call call, Page p, ProviderCatalog.Entry e, Shown shown) {
    return forms.signIn(p, e, LinkCookie.word(cookie.token(call)), shown);
  }

  /** The form, of a page of this session; a form of another one is not looked at. */
  private Optional<FormBody> posted(Call call) {
    FormBody body = new FormBody(call.raw());
    return LinkCookie.isWord(cookie.token(call), body.text("word", 128))
        ? Optional.of(body)
        : Optional.empty();
  }

  private static Future<Reply> notOurs(Page p) {
    return Future.succeededFuture(
        LinkPages.problem(400, p, LinkProblem.of(LinkError.TOKEN_NOT_VALIDATED)));
  }

  private Future<Reply> signIn(Call call, Page p, ProviderCatalog.Entry e) {
    Optional<FormBody> posted = posted(call);
    if (posted.isEmpty() || !e.signIn()) {
      return notOurs(p);
    }
    boolean email = e.auth().filter(a -> a == AuthKind.EMAIL).isPresent();
    FormBody body = posted.get();
    String user = body.text(email ? "email" : "username", MAX_NAME).strip();
    String secret = email ? "" : body.text("password", MAX_PASSWORD);
    String region = body.text("region", MAX_CODE);
    Optional<LinkProblem> missing = missing(email, user, secret, region);
    if (missing.isPresent()) {
      return Future.succeededFuture(shown(call, p, e, new Shown(user, region, missing)));
    }
    PasswordLinking.Typed typed =
        new PasswordLinking.Typed(user, secret, email ? LinkRegions.of(region) : Optional.empty());
    return bus.<LinkMessages.Ended>ask(
            Address.LINK, new LinkMessages.SignIn(cookie.token(call), e.slug(), typed))
        .compose(
            end ->
                after(
                    call,
                    p,
                    e,
                    end.result(),
                    problem ->
                        Future.succeededFuture(
                            shown(call, p, e, new Shown(user, region, Optional.of(problem))))));
  }

  private static Optional<LinkProblem> missing(
      boolean email, String user, String secret, String region) {
    if (email) {
      return !user.contains("@")
          ? Optional.of(
              LinkProblem.field(
                  "email",
                  "Type the e-mail address",
                  "It has an @ and a name on both sides of it."))
          : LinkRegions.of(region).isEmpty()
              ? Optional.of(
                  LinkProblem.field("region", "Choose a region", "It is the one of the account."))
              : Optional.empty();
    }
    return user.isEmpty()
        ? Optional.of(
            LinkProblem.field("username", "Type the user name", "It is the one of the account."))
        : secret.isEmpty()
            ? Optional.of(
                LinkProblem.field("password", "Type the password", "It is the one of the account."))
            : Optional.empty();
  }

  private Future<Reply> codeForm(Call call) {
    return door.offered(
        call,
        (p, e) ->
            Future.succeededFuture(
                p.waiting()
                    .map(
                        mfa ->
                            forms.code(
                                p, e, mfa, LinkCookie.word(cookie.token(call)), Optional.empty()))
                    .orElseGet(() -> LinkDoor.go(LinkPages.way(p, e)))));
  }

  private Future<Reply> code(Call call, Page p, ProviderCatalog.Entry e) {
    Optional<FormBody> posted = posted(call);
    if (posted.isEmpty()) {
      return notOurs(p);
    }
    String code = posted.get().text("mfa_code", MAX_CODE).strip();
    if (code.isEmpty()) {
      return Future.succeededFuture(
          again(call, p, e, LinkProblem.field("mfa_code", "Type the code", "")));
    }
    return bus.<LinkMessages.Ended>ask(
            Address.LINK, new LinkMessages.CompleteMfa(cookie.token(call), e.slug(), code))
        .compose(
            end ->
                after(
                    call,
                    p,
                    e,
                    end.result(),
                    problem ->
                        // The last wrong code ends the sign-in.
                        door.page(call, Optional.of(e.slug()))
                            .map(now -> again(call, now, e, problem))));
  }

  private Reply again(Call call, Page p, ProviderCatalog.Entry e, LinkProblem problem) {
    return p.waiting()
        .map(
            mfa -> forms.code(p, e, mfa, LinkCookie.word(cookie.token(call)), Optional.of(problem)))
        .orElseGet(() -> LinkPages.failed(p, e, problem));
  }

  /** What follows a form. */
  private Future<Reply> after(
      Call call,
      Page p,
      ProviderCatalog.Entry e,
      LinkResult result,
      Function<LinkProblem, Future<Reply>> failed) {
    if (result.mfa().isPresent()) {
      return Future.succeededFuture(LinkDoor.go(LinkPages.at(p, "/code/" + e.slug())));
    }
    if (result.succeeded() || result.failure().orElseThrow().error() == LinkError.TOKEN_CONSUMED) {
      return Future.succeededFuture(LinkDoor.go(LinkPages.at(p, "/done/" + e.slug())));
    }
    if (result.location().isPresent()) {
      return Future.succeededFuture(LinkPages.away(p.brand(), result.location().get()));
    }
    LinkResult.Failure f = result.failure().orElseThrow();
    LinkProblem problem = LinkProblem.of(f.error(), f.text(), e.name(), e.auth());
    return f.error() == LinkError.TOKEN_EXPIRED
        ? Future.succeededFuture(LinkPages.problem(400, p, problem))
        : failed.apply(problem);
  }
}
