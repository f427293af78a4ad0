/**
 * Users of a team, their demographics, sign-in tokens and erasure. Owns app_user, user_info and
 * sign_in_token; serves "user.command"; emits no events.
 */
package io.tributary.user;
