/**
 * Users of a team, their demographics and sign-in tokens; what ends with them. Owns app_user,
 * user_info and sign_in_token; serves "user.command"; emits no events.
 */
package io.tributary.user;
