/* SPDX-License-Identifier: MIT */
#include "core/gamefile/gamefile_known_rulesets.h"

/* The rows of a definition are together, from the oldest to the present one. */
const struct gamefile_known gamefile_known[] = {
	{"chess", "47a44c83991624ad02c57faf8084a118270afde3e057a292b9bccee8ba91a329"},
	{"chess960", "1c8df9e35c042f81b2805a9cadc5b08910461728042dfc78ab9d706d248de123"},
	{"four-player", "15d812b2a4803b707b5398f4dfcfaf8633726b2f9b7e692b26be9a068a35e4d1"},
	{"four-player", "55cc3e35377de579af5f1ae456906d56fdc816dc7cc0adbb6ef87037b1b8fd82"},
	{"four-player", "4af3d810e04f27f450581ea70e15fa0920620e748d3985a9785572e65d656b9e"},
	{"four-player-team", "c506ff0325bc1b9ac6d0ccb5a72ba5a278639da03a09050c00b672542c84446b"},
	{"four-player-team", "1d832a6051f04d95448ad8733ca67ba1da08c57ec7b084381fe2445cf8728e89"},
	{"four-player-team", "6abc6d6e335ed098ee55f82d472e02203c8341bb5257a043554c6c0db7965726"},
	{"four-player-team", "30b0b891dcca61120c8b4eb4a010f78edcdca05e220ff891f074ef8f7fffbb33"},
	{"fourteen", "25db6cc612290c434143bc4e5780a3e773ed8b8d69ac5b7d38d8e60a2516db62"},
	{"kingdom", "aa493a7c70d7520ee32aca12c21b46cb7c79f0407b997edbf271a6441ba34747"},
	{"kingdom", "d866878a72f406b474f015b1e35e48edf8cb0ea6d444efaca62d6748e195c933"},
	{"knightmare", "d5c66c27a72a8f936c96d26960cdc71ffdff3a44a395713ed9d4eee0e68f91f7"},
	{"knightmare", "3df32ea420390ad62dd941645686f01cdea62a6b617cb064d6d21257f3b7875a"},
	{"ring", "91f0bca8c14bf080fe5d0842d0d4a444e1d7f3cfaf16215985b4455a2b41f801"},
	{"three-player", "88661d6ec62ceeff6b1da2f9e7ca87e29fd9d64137db1c36ec21209af57c297f"},
	{"three-player", "3583bd94e7e92ef820eef072367c580ba5c650283a4442251678d2836b381610"},
	{"three-player", "2595871dbaa4f259cb1182f1b550ca91088954163939a29d583874cd797dbb12"},
	{NULL, NULL},
};
