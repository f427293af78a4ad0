package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.Browser;
import io.tributary.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Cookie;

/** What the pages keep apart, keep to themselves and keep out; {@link HostedLinkTest} runs them. */
interface GuardedPages {
  LinkVisitor visitor();

  @Test
  default void tokensThatAreNoGoodSayWhy() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    browser.open(hosted.url() + "/link?token=nonsense");
    visitor.failed(LinkError.INVALID_TOKEN);
    HostedLink.Link late = hosted.link().toApp(false, false);
    String page = hosted.page(late);
    hosted.db.query(
        "update link_session set expires_at = now() - interval '1 second' where user_id = $1",
        late.user());
    browser.open(page);
    visitor.failed(LinkError.TOKEN_EXPIRED);
    browser.click("Go back to Northwind Health");
    browser.sees("state=error&error_type=token_expired");
    HostedLink.Link used = hosted.link();
    String first = hosted.page(used);
    hosted.db.query("update link_session set consumed_at = now() where user_id = $1", used.user());
    browser.open(first);
    visitor.failed(LinkError.TOKEN_CONSUMED);
    visitor.open(hosted.link());
    browser.sees("9 providers");
    browser.driver().manage().deleteAllCookies();
    browser.driver().navigate().refresh();
    visitor.failed(LinkError.TOKEN_NOT_VALIDATED);
  }

  @Test
  default void twoWindowsLinkTwoUsers() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    HostedLink.Link one = hosted.link().of("zwift");
    HostedLink.Link two = hosted.link().of("zwift");
    String login = hosted.account("right", false, "");
    visitor.open(one);
    browser.sees("Sign in to Zwift");
    String first = browser.driver().getCurrentUrl();
    visitor.open(two);
    browser.sees("Sign in to Zwift");
    browser.open(first);
    visitor.signIn(login, "right");
    browser.sees("Zwift is connected");
    assertEquals(List.of("zwift"), hosted.connected(one.user()));
    assertEquals(List.of(), hosted.connected(two.user()));
    // A form that another page has made is not looked at.
    visitor.open(two);
    int before = hosted.signIns();
    browser.run("document.querySelector('[name=word]').value = 'x'");
    visitor.signIn(login, "right");
    visitor.failed(LinkError.TOKEN_NOT_VALIDATED);
    assertEquals(before, hosted.signIns());
  }

  @Test
  default void twoSubmitsAtOnceAreOneConnectionAndBothSaySo() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    HostedLink.Link link = hosted.link().of(HostedLink.HELD);
    String login = hosted.account("right", false, "");
    String page = hosted.page(link);
    Promise<Void> back = Promise.promise();
    hosted.vendor.answers = back.future();
    hosted.vendor.asked.set(0);
    List<Future<HttpResponse<Buffer>>> both;
    try {
      both = hosted.submitTwice(page, "username=" + login + "&password=right");
      Eventually.eventually(Browser.SOON, () -> assertEquals(2, hosted.vendor.asked.get()));
    } finally {
      back.complete();
      hosted.vendor.answers = Future.succeededFuture();
    }
    for (Future<HttpResponse<Buffer>> one : both) {
      assertEquals(303, one.await().statusCode());
      assertTrue(one.await().getHeader("location").endsWith("/done/" + HostedLink.HELD));
    }
    assertEquals(List.of(HostedLink.HELD), hosted.connected(link.user()));
  }

  @Test
  default void whatOthersWroteIsOnlyEverText() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    String hostile = "<img src=x onerror=alert(1)>\"'&amp;\u202e" + "w".repeat(80);
    hosted.db.query(
        "update team_environment set brand_information = jsonb_build_object("
            + "'company_name', $1::text, 'brand_color', '#fff;}body{display:none}')",
        hostile);
    try {
      String page = hosted.page(hosted.link());
      browser.open(page);
      browser.sees("9 providers");
      assertEquals(hostile, browser.run("return document.querySelector('.brand').textContent"));
      visitor.fine("a hostile name");
      browser.open(browser.driver().getCurrentUrl() + "?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
      browser.sees("Nothing found");
      assertEquals(
          "\"><script>alert(1)</script>",
          browser.field("Search by name or kind").getDomProperty("value"));
      visitor.open(hosted.link().of("zwift"));
      visitor.signIn("\"><b>x</b>@example.com", "wrong");
      browser.sees("does not accept this sign-in");
      assertEquals(
          "\"><b>x</b>@example.com",
          browser.field("User name or e-mail address").getDomProperty("value"));
      assertEquals(List.of(), browser.complaints());
    } finally {
      hosted.brand();
    }
  }

  @Test
  default void noKeyAndNoPasswordStaysInTheBrowser() {
    LinkVisitor visitor = visitor();
    HostedLink hosted = visitor.hosted();
    Browser browser = visitor.browser();
    HostedLink.Link link = hosted.link().of("zwift");
    visitor.open(link);
    browser.sees("Sign in to Zwift");
    Cookie cookie = browser.driver().manage().getCookieNamed("tributary-link");
    assertTrue(cookie.isHttpOnly());
    assertEquals("Lax", cookie.getSameSite());
    assertTrue(cookie.getPath().matches("/link/s/[0-9a-f-]{36}"), cookie.getPath());
    String login = hosted.account("very-secret", false, "");
    visitor.signIn(login, "very-wrong");
    browser.sees("does not accept this sign-in");
    assertFalse(browser.driver().getPageSource().contains("very-wrong"));
    assertEquals("", browser.run("return document.cookie"));
    assertEquals(0L, browser.run("return localStorage.length + sessionStorage.length"));
    UUID user = link.user();
    assertEquals(List.of(), hosted.connected(user));
  }
}
